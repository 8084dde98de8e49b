import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemas } from '#schemas/generated/registry.ts';
import { resourceOf } from '#schemas/resource/resource.ts';
import { pathOf } from '#tests/product/callers.ts';
import { parentOf, type RoutedName, routedResources } from './contract-resources.ts';
import { type ApiOperation, queryVariants, readOperations } from './operations.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let endpoints: ApiOperation[];
beforeAll(async () => {
  api = await startApi();
  endpoints = await readOperations(api);
});
afterAll(() => api.close());

const mark = 'Zanzibar';
const get = (path: string) => endpoints.find((endpoint) => endpoint.method === 'GET' && endpoint.path === path);

/** The path of a resource's list in the OpenAPI document. */
function listOf(name: RoutedName): string {
  const nested = parentOf(name);
  if (!nested) return pathOf(name);
  const parent = Object.values(schemas).find(({ title }) => title === nested.resource);
  const start = `/api/${parent && resourceOf(parent).path}/{`;
  const above = endpoints.find(({ path }) => path.startsWith(start) && path.endsWith(`}/${nested.path}`));
  if (!above) throw new Error(`No list of ${name}`);
  return above.path;
}

/** Resources that have a list. Order versions have a list of a kind of its own. */
const listed = routedResources.filter(
  (name) => name !== 'OrderVersion' && (parentOf(name) ?? resourceOf(schemas[name])).operations.includes('list'),
);

/**
 * tenant-isolation.test.ts and tenant-isolation-lists.test.ts derive their requests from the OpenAPI document, and would miss what is not in
 * it.
 */
describe('the OpenAPI document covers', () => {
  it('the lists of nearly all resources', () => {
    expect(listed.length).toBeGreaterThan(15);
  });

  it.each(listed)('the list of %s as JSON and CSV, with each sort order, search, populate and columns', (name) => {
    const path = listOf(name);
    const [page, file] = [get(path), get(`${path}.csv`)];
    expect([page?.path, file?.path]).toEqual([path, `${path}.csv`]);
    if (!page || !file) return;
    const questions = queryVariants(page, mark);
    const has = (question: RegExp) => questions.some((each) => question.test(each));
    expect([has(/^\?sort=\w/), has(/^\?range=/), has(/^\?limit=200/), has(/^\?columns=\w/)]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(has(/^\?search=/)).toBe(Object.hasOwn(page.query, 'search'));
    expect(has(/^\?populate=\w/)).toBe(/ of: \w/.test(page.query.populate?.description ?? ''));
    expect(queryVariants(file, mark).length).toBeGreaterThan(1);
  });

  it.each([
    ['versions', '/api/orders/{id}/versions'],
    ['an earlier version', '/api/orders/{id}/versions/{number}'],
    ['the form of an order', '/api/orders/{id}/form'],
    ['files', '/api/files/{id}'],
    ['the content of files', '/api/files/{id}/content'],
    ['the rows of reports', '/api/reports/{id}/rows'],
    ['the totals of reports', '/api/reports/{id}/summary'],
    ['the records of a form', '/api/form_records'],
    ['the tree', '/api/entities/tree'],
    ['members', '/api/entities/{id}/members'],
  ])('%s', (_, path) => {
    expect(get(path)?.path).toBe(path);
  });
});
