import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../forms/is-record.ts';

const page = readFileSync('schemas/VOCABULARY.md', 'utf8');
const readSchema = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const resource = readSchema('schemas/vocabulary/resource.schema.json');
const widget = readSchema('schemas/widgets/parts/vocabulary.schema.json');

describe('VOCABULARY.md', () => {
  it('has a row for every keyword of resources and widgets', () => {
    const keywords = new Set([...keywordsIn(resource), ...keywordsIn(widget)]);
    expect([...keywords].filter((keyword) => !page.includes(`| \`${keyword}\` |`))).toEqual([]);
  });

  it.each(['store', 'admin'])('has a row for every key of x-%s', (name) => {
    const definitions = isRecord(resource) && isRecord(resource.definitions) ? resource.definitions : {};
    const definition = definitions[name];
    const keys = isRecord(definition) && isRecord(definition.properties) ? Object.keys(definition.properties) : [];
    const section = page.split(`\n## x-${name}\n`)[1]?.split('\n## ')[0] ?? '';
    const documented = section.split('\n').flatMap((line) => namesIn(line.split('|')[1] ?? ''));
    expect(documented.toSorted()).toEqual(keys.toSorted());
  });

  it('names only files that exist', () => {
    const files = namesIn(page).filter((name) => /^(api|schemas|admin|portal)\/.*\.tsx?$/.test(name));
    expect(files).not.toEqual([]);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });
});

/** The property names starting with `x-` that a meta schema allows, at any depth. */
function keywordsIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(keywordsIn);
  if (!isRecord(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key.startsWith('x-') ? [key] : []),
    ...keywordsIn(value),
  ]);
}

/** The texts in backticks. */
const namesIn = (text: string): string[] => Array.from(text.matchAll(/`([^`]+)`/g), ([, name = '']) => name);
