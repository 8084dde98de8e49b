import type { Finding } from '../diagnostics/finding.ts';
import type { Suggestions } from '../diagnostics/nearest.ts';
import { BUILT_INS } from '../helpers/built-ins.ts';
import type { Name } from '../syntax/tree.ts';
import type { Type } from '../types.ts';
import { keyType, kindOfType, type StaticType } from './static-type.ts';

/**
 * The type of a key of values of a type. Reports a key of what is no record, and a key that the record's type does not
 * have: at a run that is nothing, but it is most likely a slip.
 */
export function inferKey(type: StaticType, key: Name, { report, suggestions }: Reporter): Type {
  const { name, from, to } = key;
  const kind = kindOfType(type);
  if (kind !== null && kind !== 'record' && kind !== 'nothing') {
    const finding: Finding = { code: 'type-mismatches', from, to, args: { expected: 'a record', got: kind } };
    // `$name.length` of other languages.
    const isHelper = BUILT_INS.get(name)?.accepts.includes(kind) === true;
    report(
      isHelper ? { ...finding, suggestion: `:${name}`, fixes: [{ from: from - 1, to, text: `:${name}` }] } : finding,
    );
  }
  const found = keyType(type, name);
  if (found !== undefined) return found;
  const word = suggestions.nearest(name, () => keysOf(type));
  const hint = word === undefined ? {} : { suggestion: word, fixes: [{ from, to, text: word }] };
  report({ code: 'undefined-variable', severity: 'warning', from, to, args: { name: `.${name}` }, ...hint });
  return 'any';
}

interface Reporter {
  readonly report: (finding: Finding) => void;
  readonly suggestions: Suggestions;
}

/** The keys of records of the type, as far as they are known. */
export function keysOf(type: StaticType): readonly string[] {
  return typeof type === 'object' && 'record' in type ? Object.keys(type.record) : [];
}
