import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { complete, hover, type Schema } from '#grammar/index.ts';

const schema: Schema = {
  lines: { list: { record: { quantity: 'number', price: 'number' } } },
  email: 'text',
  start: 'date',
};

/**
 * The scripts of the README, complete and cut off in the middle. Only a third of them, because every offset is tested.
 */
const scripts = Array.from(
  readFileSync('grammar/LANGUAGE.md', 'utf8').matchAll(/^```rules\n([\s\S]*?)^```$/gm),
  ([, source = '']) => source,
)
  .filter((_, index) => index % 3 === 0)
  .flatMap((source) => [source, source.slice(0, source.length / 2)]);

/** Every offset of every script, including the one after the last character. */
const places = scripts.flatMap((source) =>
  Array.from({ length: source.length + 1 }, (_, offset) => ({ source, offset })),
);

describe('at every offset of a script', () => {
  it('complete replaces the word at the offset', () => {
    const misplaced = places.filter(({ source, offset }) =>
      complete(source, offset, { schema }).some(
        ({ from, to }) => from > offset || to < offset || /\s/.test(source.slice(from, to)),
      ),
    );
    expect(misplaced).toEqual([]);
  });

  it('hover returns null or describes the word at the offset', () => {
    const misplaced = places.filter(({ source, offset }) => {
      const tooltip = hover(source, offset, { schema });
      return tooltip !== null && (tooltip.from > offset || tooltip.to <= offset || tooltip.text === '');
    });
    expect(misplaced).toEqual([]);
  });
});
