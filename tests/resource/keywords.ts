import type { Browser, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import type { Entity } from '#schemas/generated/types.ts';
import { anEntity, aUser } from '#tests/api/factories.ts';
import { type ApiCallers, callExpecting } from '#tests/product/callers.ts';

export interface BackOfficePage {
  people: ApiCallers;
  agency: Entity;
  browser: Browser;
  url: string;
  dataDir: string;
}

type Lease = { id: string; treeScope: string[] };

/** A back-office page as an ADMIN. */
export async function openBackOffice({ browser, people, url }: BackOfficePage, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(15_000);
  await context.addCookies(people.admin.cookies.map((cookie) => ({ ...cookie, url })));
  const page = await context.newPage();
  await page.goto(`${url}/admin${path}`);
  return page;
}

/** Tests of the x- keywords of the vocabulary in a schema that was added. */
export function testKeywords(desk: () => BackOfficePage): void {
  const post = (body: object) => desk().people.admin.call({ method: 'POST', path: '/api/leases', body });
  const make = async (body: object) => {
    const made = await post(body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };

  const open = (path: string) => openBackOffice(desk(), path);

  describe('dates, money, phone numbers, colors and tags', () => {
    const values = {
      start: '2026-02-28',
      end: '2026-03-31',
      rent: 1601.6,
      phone: '(503) 555-0100 x12',
      colour: '#336699',
    };

    it('are accepted when valid, and rejected with their problem otherwise', async () => {
      const { agency } = desk();
      expect(await make({ code: 'V1', agency: agency.id, kind: 'pole', ...values })).toMatchObject(values);
      const wrong = { start: '2026-02-30', rent: 0.005, phone: 'call me', colour: 'red' };
      const rejected = await post({ code: 'V2', agency: agency.id, ...wrong });
      const said = {
        '/start': 'Must be a date such as 2026-01-31',
        '/rent': 'At most two decimals',
        '/phone': 'Please enter a valid phone number',
        '/colour': 'Must be a colour such as #336699',
      };
      const { status, body } = rejected;
      expect(status).toBe(400);
      for (const [path, message] of Object.entries(said))
        expect(JSON.stringify(body)).toMatch(new RegExp(`"path":"${path}",[^}]*"message":"${message}"`));
    });

    it('are sorted and filtered by their kind', async () => {
      const { agency, people } = desk();
      await make({ code: 'D1', agency: agency.id, start: '2025-01-31', rent: 0.07 });
      await make({ code: 'D2', agency: agency.id, start: '2025-02-01' });
      const codes = async (query: string) => {
        const found = await callExpecting<{ results: { code: string }[] }>(people.admin.call, 200, {
          path: `/api/leases?${query}`,
        });
        return found.results.map(({ code }) => code);
      };
      expect(await codes('start.from=2025-01-31&start.to=2025-12-31&sort=-start')).toEqual(['D2', 'D1']);
      expect(await codes('start=2025-02-01')).toEqual(['D2']);
      expect((await people.admin.call({ path: '/api/leases?start=soon' })).status).toBe(400);
    });

    it('are shown by their kind in the back-office', async () => {
      const { agency, people } = desk();
      const { id } = Object(await make({ code: 'Look', agency: agency.id, kind: 'wall', ...values }));
      const page = await open('/leases');
      const row = page.getByRole('row').filter({ hasText: 'Look' });
      await row.waitFor();
      for (const text of ['2/28/26', '$1,601.60', '#336699', 'On a wall'])
        await row.getByRole('cell', { name: text }).waitFor();
      await page.goto(`${desk().url}/admin/leases/${id}`);
      expect(await page.getByRole('textbox', { name: 'Starts' }).inputValue()).toBe('2/28/2026');
      await page.getByRole('textbox', { name: 'Starts' }).fill('2026-03-01');
      await page.getByLabel('Choose Colour').fill('#aa0000');
      await page.getByRole('textbox', { name: 'Phone' }).fill('nobody');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Please enter a valid phone number').first().waitFor();
      await page.getByRole('textbox', { name: 'Phone' }).fill('503 555 0199');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      const saved = await callExpecting<Lease>(people.admin.call, 200, { path: `/api/leases/${id}` });
      expect(saved).toMatchObject({ start: '2026-03-01', colour: '#aa0000', phone: '503 555 0199', kind: 'wall' });
      await page.context().close();
    });
  });

  it('a row of a list shows all its fields whole, however many there are', async () => {
    const { agency } = desk();
    const flights = [{ station: 'KQED', first: '2026-12-01', last: '2026-12-24', booked: '2026-11-20T10:30:00Z' }];
    const { id } = Object(await make({ code: 'Rows', agency: agency.id, flights }));
    const page = await open(`/leases/${id}`);
    for (const [name, shown] of [
      ['Station', 'KQED'],
      ['First', '12/1/2026'],
      ['Last', '12/24/2026'],
      ['Booked', /^11\/20\/2026 /],
      ['Cost', ''],
    ] as const) {
      const input = page.getByLabel(name, { exact: true });
      expect(await input.inputValue(), name).toEqual(typeof shown === 'string' ? shown : expect.stringMatching(shown));
      const fit = await input.evaluate((element) => {
        const [inner, outer] = [element, element.closest('form')].map(
          (each) => each?.getBoundingClientRect().right ?? 0,
        );
        return { isInside: Number(inner) <= Number(outer), isWhole: element.scrollWidth <= element.clientWidth };
      });
      expect(fit, name).toEqual({ isInside: true, isWhole: true });
    }
    await page.context().close();
  });

  describe('rules and calculated properties', () => {
    it('are enforced on the server, with each problem at its field', async () => {
      const { agency, people } = desk();
      const made = await make({ code: 'R1', agency: agency.id, rent: 100.1, start: '2026-05-01' });
      expect(made).toMatchObject({ monthly: 110.11, total: 1321.32 });
      const path = `/api/leases/${Object(made).id}`;
      const change = (body: object) => people.admin.call({ method: 'PATCH', path, body });
      const rejected = await change({ end: '2026-04-30', rent: 9_000 });
      expect(rejected).toMatchObject({
        status: 422,
        body: {
          errors: { end: 'Ends before it starts', phone: 'Above $100,000.00 we need a number to call' },
        },
      });
      expect((await change({ total: 5 })).status).toBe(400);
      expect(await change({ rent: 10, end: '2026-05-01' })).toMatchObject({ status: 200, body: { total: 132 } });
      const emptied = await change({ rent: null });
      expect(emptied.status).toBe(200);
      expect(emptied.body).not.toHaveProperty('total');
    });

    it('are enforced in the browser before anything is sent', async () => {
      const { agency, people } = desk();
      const page = await open('/leases/new');
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/api/leases')) sent.push(request.url());
      });
      await page.getByRole('textbox', { name: 'Code' }).fill('R2');
      await page.getByRole('combobox', { name: 'Agency' }).fill('north');
      await page.getByRole('option', { name: 'Northern Media', exact: true }).click();
      const rent = page.getByRole('spinbutton', { name: 'Rent' });
      await rent.pressSequentially('1,000.505');
      await rent.press('Tab');
      await page.getByText('At most two decimals').first().waitFor();
      await rent.press('Control+a');
      await rent.pressSequentially('$1,000.50');
      expect(await rent.inputValue()).toBe('$1,000.50');
      await rent.press('Tab');
      expect(await rent.inputValue()).toBe('$1,000.50');
      await rent.press('Control+a');
      await rent.pressSequentially('(5)');
      await rent.press('Tab');
      expect(await rent.inputValue()).toBe('-$5.00');
      await rent.press('Control+a');
      await rent.pressSequentially('100');
      await page.getByText('$1,320.00').waitFor();
      await page.getByRole('textbox', { name: 'Starts' }).fill('2026-05-02');
      await page.getByRole('textbox', { name: 'Ends' }).fill('2026-05-01');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Ends before it starts').first().waitFor();
      expect(sent).toEqual([]);
      await page.getByRole('textbox', { name: 'Ends' }).fill('2026-05-03');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Lease created').waitFor();
      const { results } = await callExpecting<{ results: Lease[] }>(people.admin.call, 200, {
        path: '/api/leases?search=R2',
      });
      expect(results).toMatchObject([{ end: '2026-05-03', total: 1320, treeScope: [agency.id] }]);
      await page.context().close();
    });
  });

  describe('nested records', () => {
    it('have the access rights of their parent', async () => {
      const { agency, people } = desk();
      const other = await anEntity(people, { name: 'Western Media' });
      const { id } = Object(await make({ code: 'C1', agency: agency.id }));
      const url = `/api/leases/${id}/inspections`;
      const body = { found: 'Rust', day: '2026-02-01' };
      const member = await people.signedInAs(await aUser(people, { memberOf: [agency] }));
      const stranger = await people.signedInAs(await aUser(people, { memberOf: [other] }));
      const developer = await people.signedInAs(await aUser(people, { roles: ['DEVELOPER'] }));
      const made = await callExpecting<{ id: string }>(member.call, 201, { method: 'POST', path: url, body });
      expect(made).toMatchObject({ ...body, lease: id });
      expect((await developer.call({ path: url })).body).toMatchObject({ results: [{ id: made.id }] });
      expect((await developer.call({ method: 'POST', path: url, body })).status).toBe(403);
      for (const path of [url, `${url}/${made.id}`]) expect((await stranger.call({ path })).status).toBe(404);
      const elsewhere = Object(await make({ code: 'C1', agency: other.id })).id;
      const moved = `/api/leases/${elsewhere}/inspections/${made.id}`;
      expect((await stranger.call({ path: moved })).status).toBe(404);
      await callExpecting(member.call, 200, { method: 'DELETE', path: `${url}/${made.id}` });
    });

    it('are a table on the parent’s page without another file', async () => {
      const { agency, people } = desk();
      const { id } = Object(await make({ code: 'C2', agency: agency.id }));
      const page = await open(`/leases/${id}`);
      const table = page.getByRole('region', { name: 'Inspections' }).first();
      await page.getByRole('button', { name: 'New inspection' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Day' }).fill('2026-02-03');
      await dialog.getByRole('textbox', { name: 'Found' }).fill('Loose screws');
      await dialog.getByRole('button', { name: /add|save/i }).click();
      await table.getByRole('cell', { name: 'Loose screws' }).waitFor();
      await table.getByRole('cell', { name: '2/3/26', exact: true }).waitFor();
      const { body } = await people.admin.call({ path: `/api/leases/${id}/inspections` });
      expect(body).toMatchObject({ results: [{ found: 'Loose screws' }] });
      await page.context().close();
    });
  });

  describe('a record placed by a reference in its schema', () => {
    it('belongs to the tenant of that reference, whatever references come before it, and is unique there', async () => {
      const { agency, people } = desk();
      const other = await anEntity(people, { name: 'Southern Media' });
      const below = await anEntity(people, { name: 'Northern Print', parent: agency.id });
      const created = await make({ code: 'U1', landlord: other.id, agency: agency.id });
      expect(created).toMatchObject({ treeScope: [agency.id] });
      await make({ code: 'U1', agency: other.id });
      const taken = await post({ code: 'U1', agency: below.id });
      expect(taken).toMatchObject({ status: 409, body: { details: { fields: [{ path: '/code' }] } } });
      const stranger = await people.signedInAs(await aUser(people, { memberOf: [other] }));
      expect((await stranger.call({ path: `/api/leases/${Object(created).id}` })).status).toBe(404);
    });
  });
}
