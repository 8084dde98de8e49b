import { analyze, type Diagnostic } from '#grammar/index.ts';
import type { Form } from '../forms/form.ts';
import { nameOf } from '../forms/name-of.ts';
import type { Script } from '../forms/script.ts';
import { scriptOptions } from '../forms/script-options.ts';
import type { ScriptPart } from '../generated/script-parts.ts';

/** A script of a form, as one of all its rules. */
export interface Rule {
  /** The widget whose script it is, by its id and as a person knows it. */
  readonly id: string;
  readonly name: string;
  readonly kind: ScriptPart;
  readonly source: string;
  /** The places of the form that it reads, as scripts write them: `$lines.price`. */
  readonly reads: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What a kind of script is called. */
export const ruleWords: Readonly<Record<ScriptPart, string>> = {
  condition: 'Conditional script',
  validation: 'Validation script',
  initial: 'Initial value',
};

/** All rules of a form, in the order in which a person meets its widgets. */
export function rulesOf(form: Form): Rule[] {
  const schemas = new Map();
  const ruleOf = ({ widget, kind, source }: Script): Rule => {
    const { diagnostics, inputPaths } = analyze(source, scriptOptions(widget, kind, schemas));
    const reads = inputPaths.map((path) => `$${path.filter((key) => key !== '*').join('.')}`);
    const whole = widget.parent === null;
    const name = whole ? 'The whole form' : nameOf(widget);
    return { id: widget.id, name, kind, source, reads: [...new Set(reads)], diagnostics: toTell(diagnostics) };
  };
  return form.scripts.flatMap(({ condition, validation, initial }) =>
    [condition, validation, initial].filter((script) => script !== null).map(ruleOf),
  );
}

/** What is said of a script: the count of its errors only repeats the first of them. */
export function toTell(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ code }) => code !== 'errors-occurred-parsing-source');
}

/** Whether a rule has all words that are looked for, anywhere in what is told of it. */
export function isAbout({ name, kind, source, reads, diagnostics }: Rule, sought: string): boolean {
  const messages = diagnostics.map(({ message }) => message);
  const text = [name, ruleWords[kind], source, ...reads, ...messages].join('\n').toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
