import { describe, expect, it } from 'vitest'
import { readSettings, trustListsOf } from '#config'
import { problemsOf } from './problems-of.js'

describe('the settings of trusted lists', () => {
  it('the settings of trusted lists default to the lists of the EU, and to no lists when certificates are configured', () => {
    expect(trustListsOf(readSettings({}))).toBe('eu')
    expect(trustListsOf(readSettings({ ALLKIRI_TRUST: '/etc/trust' }))).toBe('none')
    expect(trustListsOf(readSettings({ ALLKIRI_TRUST: '/etc/trust', ALLKIRI_TRUST_LISTS: 'eu' }))).toBe('eu')
    expect(trustListsOf(readSettings({ ALLKIRI_TRUST_LISTS: '/var/lists' }))).toBe('/var/lists')
  })

  it('the settings of trusted lists choose territories by what is taken or by what is left out', () => {
    expect(readSettings({ ALLKIRI_TRUST_TERRITORIES: 'EE, LV,EE_T' }).trustTerritories).toEqual({
      kind: 'only',
      territories: ['EE', 'LV', 'EE_T'],
    })
    expect(readSettings({ ALLKIRI_TRUST_TERRITORIES: '-UK,-HR' }).trustTerritories).toEqual({ kind: 'all-but', territories: ['UK', 'HR'] })
    for (const wrong of ['Estonia', 'EE,-UK', 'ee', 'EE,,LV', '-']) expect(problemsOf({ ALLKIRI_TRUST_TERRITORIES: wrong })).toHaveLength(1)
  })

  it('the settings of trusted lists keep lists where programs keep their state, unless a folder is named or none', () => {
    expect(readSettings({ STATE_DIRECTORY: '/var/lib/allkiri:/var/lib/other' }).trustStore).toBe('/var/lib/allkiri/trust')
    expect(readSettings({ XDG_STATE_HOME: '/home/x/state' }).trustStore).toBe('/home/x/state/allkiri/trust')
    expect(readSettings({}).trustStore).toMatch(/\/\.local\/state\/allkiri\/trust$/)
    expect(readSettings({ ALLKIRI_TRUST_STORE: '/data' }).trustStore).toBe('/data')
    expect(readSettings({ ALLKIRI_TRUST_STORE: 'none' }).trustStore).toBeNull()
  })

  it('the settings of trusted lists name a proxy by its address', () => {
    expect(readSettings({ ALLKIRI_TRUST_PROXY: 'http://user:secret@proxy.example:3128' }).trustProxy).toBe(
      'http://user:secret@proxy.example:3128',
    )
    for (const wrong of ['proxy.example:3128', 'socks5://proxy.example', 'http://proxy.example/path'])
      expect(problemsOf({ ALLKIRI_TRUST_PROXY: wrong })).toHaveLength(1)
  })

  it('the settings of trusted lists do not show the password of a wrong proxy', () => {
    const [problem] = problemsOf({ ALLKIRI_TRUST_PROXY: 'http://user:geheim@proxy.example/path' })
    expect(problem).toMatch(/^ALLKIRI_TRUST_PROXY must be /)
    expect(problem).not.toContain('geheim')
  })

  it('the settings of trusted lists bound the interval', () => {
    expect(readSettings({}).trustRefreshMinutes).toBe(360)
    expect(readSettings({ ALLKIRI_TRUST_REFRESH_MINUTES: '0' }).trustRefreshMinutes).toBe(0)
    expect(problemsOf({ ALLKIRI_TRUST_REFRESH_MINUTES: '100000' })).toHaveLength(1)
  })
})
