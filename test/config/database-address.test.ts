import { describe, expect, it } from 'vitest'
import { AddressProblem, limits, readDatabaseAddress } from '#config'

const plain = { user: null, password: null, database: null, target: 'read-write', tls: null, applicationName: null, options: null }

describe('the address of a database', () => {
  it('has as many hosts as the bound says', () => {
    const hosts = Array.from({ length: limits.capsules.maxDatabaseHosts }, (_, i) => `h${i}`)
    expect(readDatabaseAddress(`postgres://${hosts.join(',')}/d`).hosts).toHaveLength(hosts.length)
    expect(() => readDatabaseAddress(`postgres://${[...hosts, 'one-more'].join(',')}/d`)).toThrow(AddressProblem)
  })

  it.each<[string, object]>([
    ['postgres://db', { ...plain, hosts: [{ host: 'db', port: 5432 }] }],
    ['postgresql:///capsules', { ...plain, hosts: [{ host: 'localhost', port: 5432 }], database: 'capsules' }],
    [
      'postgres://al%40lkiri:p%3Aa%2Fss:word@db:6432/cap%20sules',
      { ...plain, hosts: [{ host: 'db', port: 6432 }], user: 'al@lkiri', password: 'p:a/ss:word', database: 'cap sules' },
    ],
    [
      'postgres://u@first:5433,second,[2001:db8::1]:5434/d?target_session_attrs=primary',
      {
        ...plain,
        hosts: [
          { host: 'first', port: 5433 },
          { host: 'second', port: 5432 },
          { host: '2001:db8::1', port: 5434 },
        ],
        user: 'u',
        database: 'd',
        target: 'primary',
      },
    ],
    ['postgres://%2Fvar%2Frun%2Fpostgresql/d', { ...plain, hosts: [{ host: '/var/run/postgresql', port: 5432 }], database: 'd' }],
    [
      'postgres:///d?host=a,b&port=1,2&user=u&password=p&target_session_attrs=any&application_name=x&options=-c%20geqo%3Doff',
      {
        ...plain,
        hosts: [
          { host: 'a', port: 1 },
          { host: 'b', port: 2 },
        ],
        user: 'u',
        password: 'p',
        database: 'd',
        target: 'any',
        applicationName: 'x',
        options: '-c geqo=off',
      },
    ],
    [
      "host=a,b  port=6000 user = u password='it\\'s \\\\ me' dbname=d target_session_attrs=read-write",
      {
        ...plain,
        hosts: [
          { host: 'a', port: 6000 },
          { host: 'b', port: 6000 },
        ],
        user: 'u',
        password: "it's \\ me",
        database: 'd',
      },
    ],
    ['postgres://u:p@rt@db/d', { ...plain, hosts: [{ host: 'db', port: 5432 }], user: 'u', password: 'p@rt', database: 'd' }],
  ])('%s', (text, address) => {
    expect(readDatabaseAddress(text)).toEqual(address)
  })

  it.each([
    ['postgres://db/d', null],
    ['postgres://db/d?sslmode=disable', { mode: 'disable', authorities: null, client: null }],
    ['postgres://db/d?sslmode=require', { mode: 'require', authorities: null, client: null }],
    // As PostgreSQL's own clients: authorities that are named are asked.
    ['postgres://db/d?sslmode=require&sslrootcert=/ca.pem', { mode: 'verify-ca', authorities: '/ca.pem', client: null }],
    ['postgres://db/d?sslmode=verify-full', { mode: 'verify-full', authorities: null, client: null }],
    ['postgres://db/d?sslmode=verify-full&sslrootcert=system', { mode: 'verify-full', authorities: null, client: null }],
    [
      'postgres://db/d?sslmode=verify-full&sslrootcert=/ca.pem&sslcert=/c.pem&sslkey=/c.key',
      { mode: 'verify-full', authorities: '/ca.pem', client: { certificate: '/c.pem', key: '/c.key' } },
    ],
  ])('with TLS: %s', (text, tls) => {
    expect(readDatabaseAddress(text).tls).toEqual(tls)
  })

  it.each([
    ['mysql://db/d', /is not written as/],
    ['postgres:/db/d', /is not written as/],
    ['', /is not written as/],
    ['host=a host', /is not written as/],
    ['postgres://db/d d', /is not written as/],
    ['postgres://u:50%off@db/d', /percent sign/],
    ['postgres://db:0/d', /port that is not a number/],
    ['postgres://db:99999/d', /port that is not a number/],
    ['postgres://db:port/d', /host that is not written/],
    ['postgres://a:1:2/d', /host that is not written/],
    ['postgres://a,,b/d', /neither a name/],
    ['postgres://a b/d', /is not written as/],
    ['host=a,b,c port=1,2 dbname=d', /2 ports for 3 hosts/],
    [`postgres://${Array.from({ length: 17 }, (_, i) => `h${i}`).join(',')}/d`, /more than 16 hosts/],
    ['postgres://db/d?target_session_attrs=standby', /one of read-write, primary, any for target_session_attrs/],
    ['postgres://db/d?sslmode=prefer', /one of disable, require, verify-ca, verify-full for sslmode/],
    ['postgres://db/d?sslmode=verify-ca', /verify-ca without a file/],
    ['postgres://db/d?sslmode=verify-ca&sslrootcert=system', /verify-ca without a file/],
    ['postgres://db/d?sslrootcert=/ca.pem', /count only with sslmode/],
    ['postgres://db/d?sslmode=disable&sslrootcert=/ca.pem', /count only with sslmode/],
    ['postgres://db/d?sslmode=require&sslcert=/c.pem', /sslcert and sslkey together/],
    ['postgres://db/d?hosts=a', /a parameter that is not one of host, /],
    ['postgres://db/d?constructor=a', /a parameter that is not one of host, /],
  ])('is refused with its reason: %s', (text, reason) => {
    expect(() => readDatabaseAddress(text)).toThrow(AddressProblem)
    expect(() => readDatabaseAddress(text)).toThrow(reason)
  })

  it.each([
    'postgres://u:topsecret@db:x/d',
    'postgres://u:topsecret@db/d?x',
    'host=db password=topsecret x',
    'postgres://u:topsecret%@db/d',
  ])('never repeats a password: %s', (text) => {
    expect(() => readDatabaseAddress(text)).toThrow(AddressProblem)
    expect(() => readDatabaseAddress(text)).not.toThrow(/topsecret/)
  })
})
