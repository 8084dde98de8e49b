import type { Run } from '../running/run.ts';
import type { Span } from '../syntax/tree.ts';
import { Duration } from '../values/duration.ts';
import { keysOf } from '../values/keys.ts';
import { isDate, isList, isRecord, type ListValue } from '../values/kind.ts';
import { numericText } from '../values/numeric.ts';

/** The items of a list, each once. Equal values have equal keys, so that the time grows with the list and not its square. */
export function distinct(run: Run, site: Span, list: ListValue): ListValue {
  const seen = new Set<string>();
  return list.filter((item) => {
    const key = keyOf(run, site, item, 0);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** A text that two values share exactly when they are equal (values/equality.ts). */
function keyOf(run: Run, site: Span, value: unknown, depth: number): string {
  run.spend(KEY_STEPS);
  run.descend(site, depth);
  if (typeof value === 'number') return `n${value + 0}`;
  if (typeof value === 'string') return textKey(run, value);
  if (typeof value === 'boolean') return String(value);
  if (isDate(value)) return `d${value.getTime()}`;
  if (value instanceof Duration) return `u${value.milliseconds}`;
  const below = (item: unknown) => keyOf(run, site, item, depth + 1);
  if (isList(value)) return `[${value.map(below).join()}]`;
  if (!isRecord(value)) return NOTHING;
  const entries = keysOf(run, value)
    .sort()
    .map((key) => ({ key: JSON.stringify(key), content: below(value[key]) }));
  // A key without a value is a key that is absent.
  return `{${entries.filter(({ content }) => content !== NOTHING).map(({ key, content }) => `${key}:${content}`)}}`;
}

const NOTHING = '-';
/** A key is built and looked up, which takes far longer than to look at a value. */
const KEY_STEPS = 8;

function textKey(run: Run, text: string): string {
  run.spendText(text.length);
  const number = numericText(run, text);
  return Number.isNaN(number) ? `t${JSON.stringify(text)}` : `n${number + 0}`;
}
