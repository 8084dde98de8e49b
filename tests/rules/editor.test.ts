import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { complete, hover, type Schema } from '#grammar/index.ts';

const schema: Schema = {
  lines: { list: { record: { quantity: 'number', price: 'number' } } },
  email: 'text',
  start: 'date',
};

/** Scripts of the README, each also broken off in the middle; a third of them, for every place of each is asked about. */
const scripts = Array.from(
  readFileSync('grammar/README.md', 'utf8').matchAll(/^```rules\n([\s\S]*?)^```$/gm),
  ([, source = '']) => source,
)
  .filter((_, index) => index % 3 === 0)
  .flatMap((source) => [source, source.slice(0, source.length / 2)]);

/** Each place of each script, the one behind its last character included. */
const places = scripts.flatMap((source) =>
  Array.from({ length: source.length + 1 }, (_, offset) => ({ source, offset })),
);

describe('an editor, at every place of a script', () => {
  it('is offered words that take the place of what is begun there', () => {
    const misplaced = places.filter(({ source, offset }) =>
      complete(source, offset, { schema }).some(
        ({ from, to }) => from > offset || to < offset || /\s/.test(source.slice(from, to)),
      ),
    );
    expect(misplaced).toEqual([]);
  });

  it('is told nothing, or about the very word that stands there', () => {
    const misplaced = places.filter(({ source, offset }) => {
      const told = hover(source, offset, { schema });
      return told !== null && (told.from > offset || told.to <= offset || told.text === '');
    });
    expect(misplaced).toEqual([]);
  });
});
