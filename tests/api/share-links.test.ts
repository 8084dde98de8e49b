import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { ProspectAudit, ShareLink } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { day, freezeClock } from './clock.ts';
import { type Agency, anAgency, aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let other: Agency;
let audit: ProspectAudit;
beforeAll(async () => {
  api = await startApi({ TRUST_PROXY: '127.0.0.1', SESSION_IDLE: '30d' });
  [agency, other] = [await anAgency(api), await anAgency(api)];
  audit = await storeOf('ProspectAudit').insert({
    businessName: 'Corner bakery',
    userId: agency.user.user.id,
    treeScope: agency.entity.treeScope,
  });
});
afterAll(() => api.close());

const make = (person: SignedInUser, fields: object = {}) =>
  person.call({
    method: 'POST',
    path: '/api/share_links',
    body: { kind: 'prospectAudit', subject: audit.id, ...fields },
  });

async function aLink(person = agency.user, fields: object = {}): Promise<ShareLink & { token: string }> {
  const body = { kind: 'prospectAudit', subject: audit.id, ...fields };
  const link = await callExpecting<ShareLink>(person.call, 201, { method: 'POST', path: '/api/share_links', body });
  return { ...link, token: new URL(link.url ?? '').hash.slice(1) };
}

const open = (token: string, headers = {}) =>
  api.call({ method: 'POST', path: '/api/shared', body: { token }, headers });

describe('a share link', () => {
  it('opens its record without sign-in, and shows its creator how often it was opened', async () => {
    const { token, id, url } = await aLink();
    expect(url).toBe(`${api.config.publicUrl}/shared#${token}`);
    const opened = await open(token);
    expect(opened).toMatchObject({
      status: 200,
      body: {
        kind: 'prospectAudit',
        sharedBy: agency.user.user.name,
        prospectAudit: { audit: { businessName: 'Corner bakery' }, report: null },
      },
    });
    expect(opened.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(opened.headers.get('referrer-policy')).toBe('no-referrer');
    expect(opened.headers.get('cache-control')).toBe('no-store');
    expect(await agency.user.read('ShareLink', id)).toMatchObject({ opened: 1, name: 'Corner bakery' });
  });

  it('is stored as a hash, and its URL is returned only once', async () => {
    const { token, id } = await aLink();
    const [stored] = await storeOf('ShareLink').find({ filter: { _id: id } });
    const read = await agency.user.call({ path: `/api/share_links/${id}` });
    const log = await api.admin.call({ path: `/api/audit_log?resourceId=${id}` });
    expect(log.body).toMatchObject({ results: [{ action: 'create', user: agency.user.user.id }] });
    for (const response of [stored, read.body, log.body]) expect(JSON.stringify(response)).not.toContain(token);
    expect(JSON.stringify([read.body, log.body])).not.toContain(String(stored?.hash));
  });

  it('expires after the requested time, within limits', async () => {
    const clock = freezeClock();
    const [usual, short] = [await aLink(), await aLink(agency.user, { days: 2 })];
    for (const days of [0, 91, 1.5]) expect(await make(agency.user, { days })).toMatchObject({ status: 400 });
    clock.pass(2 * day - 1);
    expect((await open(short.token)).status).toBe(200);
    clock.pass(2);
    expect((await open(short.token)).status).toBe(404);
    clock.pass(28 * day - 2);
    expect((await open(usual.token)).status).toBe(200);
    clock.pass(2);
    expect((await open(usual.token)).status).toBe(404);
  });

  it('returns the same error if it is unknown, expired or revoked, or its creator or record is gone', async () => {
    const { reqId: _, ...unknown } = Object((await open('no-such-link')).body);
    const leaver = await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [agency.entity] });
    const clock = freezeClock();
    const over = await aLink(agency.user, { days: 1 });
    clock.pass(day + 1);
    const revokedLink = await aLink();
    await callExpecting(agency.user.call, 200, { method: 'DELETE', path: `/api/share_links/${revokedLink.id}` });
    const leaverLink = await aLink(await api.signedInAs(leaver));
    const members = `/api/entities/${agency.entity.id}/members/${leaver.id}`;
    const admin = await api.signedInAs({ email: 'admin@example.com' });
    await callExpecting(admin.call, 200, { method: 'DELETE', path: members });
    const removedAudit = await storeOf('ProspectAudit').insert({ businessName: 'Gone', userId: agency.user.user.id });
    const orphanLink = await aLink(agency.user, { subject: removedAudit.id });
    await storeOf('ProspectAudit').delete({ _id: removedAudit.id });
    for (const { token } of [over, revokedLink, leaverLink, orphanLink]) {
      const { status, body } = await open(token);
      expect({ status, ...Object(body) }).toEqual({ status: 404, ...unknown, reqId: expect.any(String) });
    }
  });

  it('is created by readers of the record, listed for its creator and an administrator, and revoked by them', async () => {
    expect(await make(other.user)).toMatchObject({ status: 404 });
    const { id } = await aLink();
    const isListed = async (person: SignedInUser) => {
      const { body } = await person.call({ path: `/api/share_links?subject=${audit.id}&limit=200` });
      return Object(body).results.some((each: ShareLink) => each.id === id);
    };
    expect([await isListed(agency.user), await isListed(api.admin)]).toEqual([true, true]);
    for (const stranger of [agency.moderator, other.user, other.moderator]) {
      expect(await isListed(stranger)).toBe(false);
      const removal = { method: 'DELETE', path: `/api/share_links/${id}` } as const;
      expect(await stranger.call(removal)).toMatchObject({ status: 404 });
    }
    await callExpecting(api.admin.call, 200, { method: 'DELETE', path: `/api/share_links/${id}` });
    expect(await isListed(agency.user)).toBe(false);
  });

  it('is rate limited by network', async () => {
    const from = (ip: string) => ({ 'x-forwarded-for': ip });
    const statuses: number[] = [];
    for (let times = 0; times < 121; times += 1) statuses.push((await open('guess', from('203.0.113.7'))).status);
    expect([statuses.at(0), statuses.at(119), statuses.at(120)]).toEqual([404, 404, 429]);
    expect((await open('guess', from('203.0.113.8'))).status).toBe(404);
  });
});
