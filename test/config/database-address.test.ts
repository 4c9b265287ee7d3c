import { describe, expect, it } from 'vitest'
import { problemOfDatabaseAddress } from '#config'

describe('The address of a database', () => {
  it.each([
    'postgres://db',
    'postgresql:///capsules',
    'postgres://al%40lkiri:p%3Aa%2Fss:word@db:6432/cap%20sules',
    'postgres://u@[2001:db8::1]:5434/d',
    'postgres://u@/d?host=/var/run/postgresql',
    'postgres://u@%2Fvar%2Frun%2Fpostgresql/d',
    'postgres://db/d?sslmode=disable',
    'postgres://db/d?sslmode=no-verify',
    'postgres://db/d?sslmode=verify-full&sslrootcert=/ca.pem&sslcert=/c.pem&sslkey=/c.key',
    'postgres://db/d?uselibpqcompat=true&sslmode=verify-ca&sslrootcert=/ca.pem',
    'postgres://db/d?application_name=x&options=-c%20geqo%3Doff',
  ])('the address of a database is taken as pg reads it: %s', (text) => {
    expect(problemOfDatabaseAddress(text)).toBeNull()
  })

  it.each([
    ['mysql://db/d', /is not written as/],
    ['postgres:/db/d', /is not written as/],
    ['', /is not written as/],
    ['host=db dbname=d', /is not written as/],
    ['postgres://db/d d', /is not written as/],
    ['postgres://u:50%off@db/d', /is not written as/],
    ['postgres://db:99999/d', /is not written as/],
    ['postgres://db:port/d', /is not written as/],
    ['postgres://first:5432,second:5432/d', /one host/],
    ['postgres://first,second/d', /several hosts; name one that always leads to the primary/],
    ['postgres:///d?host=first,second', /several hosts; name one that always leads to the primary/],
    ['postgres://db/d?target_session_attrs=read-write', /a parameter that is not one of host, /],
    ['postgres://db/d?ssl_mode=verify-full', /a parameter that is not one of host, /],
    ['postgres://db/d?sslmode=prefer', /one of disable, no-verify, verify-full for sslmode/],
    ['postgres://db/d?sslmode=verify-ca', /one of disable, no-verify, verify-full for sslmode/],
    ['postgres://db/d?uselibpqcompat=true&sslmode=prefer', /one of disable, require, verify-ca, verify-full for sslmode/],
    ['postgres://db/d?sslmode=verify-full&sslcert=/c.pem', /sslcert and sslkey together/],
  ])('the address of a database is refused with its reason: %s', (text, reason) => {
    expect(problemOfDatabaseAddress(text)).toMatch(reason)
  })

  it.each([
    'postgres://u:topsecret@db:x/d',
    'postgres://u:topsecret@db/d?x',
    'postgres://u:topsecret%@db/d',
    'postgres://u:topsecret@db,two/d',
  ])('the address of a database is refused without a word of its password: %s', (text) => {
    expect(problemOfDatabaseAddress(text)).toMatch(/^(?!.*topsecret)./)
  })
})
