import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '#tests/runner/command.ts';
import { nodePackages } from './openapi-client.ts';
import { type Api, startApi } from './server.ts';

/** Installing a linter the first time. Milliseconds. */
const timeout = 300_000;

let api: Api;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), 'portal-linters-'));
  const { body } = await api.call({ path: '/api/openapi.json' });
  // Redocly warns of localhost, which is the server of the tests only.
  const document = { ...Object(body), servers: [{ url: 'https://portal.agency.test' }] };
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
  await writeFile(join(folder, 'ruleset.yaml'), 'extends: ["spectral:oas"]\n');
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

async function lint(name: string, program: string, args: string[]): Promise<{ isOk: boolean; output: string }> {
  const packages = await nodePackages(name);
  return await runCommand({ program: join(packages, 'node_modules/.bin', program), args, folder, limit: 180 });
}

it('Redocly reports no error and no warning of its recommended rules', { timeout }, async () => {
  const found = await lint('@redocly/cli@2.77.0', 'redocly', ['lint', 'openapi.json', '--format', 'json']);
  const report: unknown = JSON.parse(found.output.slice(found.output.indexOf('{'), found.output.lastIndexOf('}') + 1));
  expect(report).toMatchObject({ totals: { errors: 0, warnings: 0 } });
  expect(found.isOk).toBe(true);
});

it('Spectral reports no error and no warning of spectral:oas', { timeout }, async () => {
  const args = ['lint', 'openapi.json', '--ruleset', 'ruleset.yaml', '--format', 'json', '--fail-severity', 'hint'];
  const found = await lint('@stoplight/spectral-cli@6.16.3', 'spectral', args);
  expect(found).toMatchObject({ isOk: true, output: expect.stringMatching(/^\[\]/) });
});
