import type { Finding } from '../diagnostics/finding.ts';
import type { Suggestions } from '../diagnostics/suggestions.ts';
import { BUILT_INS } from '../helpers/built-ins.ts';
import type { Name } from '../syntax/tree.ts';
import type { Type } from '../types.ts';
import { keyType, kindOfType, type StaticType } from './static-type.ts';

/**
 * Infers the type of a key of a value. Reports a key of a value that is not a record, and a key that the record type
 * lacks: that evaluates to nothing at run time but is most likely a typo.
 */
export function inferKey(type: StaticType, key: Name, { report, suggestions }: Reporter): Type {
  const { name, from, to } = key;
  const kind = kindOfType(type);
  if (kind !== null && kind !== 'record' && kind !== 'nothing') {
    const finding: Finding = { code: 'type-mismatches', from, to, args: { expected: 'a record', got: kind } };
    // `$name.length`, as written in other languages: suggest the helper `:length`.
    const isHelper = BUILT_INS.get(name)?.accepts.includes(kind) === true;
    report(
      isHelper ? { ...finding, suggestion: `:${name}`, fixes: [{ from: from - 1, to, text: `:${name}` }] } : finding,
    );
  }
  const result = keyType(type, name);
  if (result !== undefined) return result;
  const word = suggestions.nearest(name, () => recordTypeKeys(type));
  const hint = word === undefined ? {} : { suggestion: word, fixes: [{ from, to, text: word }] };
  report({ code: 'undefined-variable', severity: 'warning', from, to, args: { name: `.${name}` }, ...hint });
  return 'any';
}

interface Reporter {
  readonly report: (finding: Finding) => void;
  readonly suggestions: Suggestions;
}

/** The known keys of a record type; empty for other types. */
export function recordTypeKeys(type: StaticType): readonly string[] {
  return typeof type === 'object' && 'record' in type ? Object.keys(type.record) : [];
}
