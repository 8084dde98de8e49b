import { compileToRun, type Diagnostic } from '#grammar/index.ts';
import type { Form } from '../forms/form.ts';
import { widgetName } from '../forms/name-of.ts';
import { presentScripts, type Script } from '../forms/script.ts';
import { scriptOptions } from '../forms/script-options.ts';
import { isDayLimit } from '../forms/script-sources.ts';
import type { ScriptPart } from '../generated/script-parts.ts';

/** A script of a form in the list of all its rules. */
export interface FormRule {
  /** The id and label of the script's widget. */
  readonly id: string;
  readonly name: string;
  readonly kind: ScriptPart;
  readonly source: string;
  /** The fields that it reads, as scripts write them: `$lines.price`. */
  readonly reads: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The label of each kind of script. */
export const ruleWords: Readonly<Record<ScriptPart, string>> = {
  condition: 'Conditional script',
  validation: 'Validation script',
  initial: 'Initial value',
  required: 'Required script',
  readonly: 'Readonly script',
  minimum: 'Lower limit',
  maximum: 'Upper limit',
  option: 'Condition of an option',
};

/** All scripts of a form, in the order of its widgets. */
export function rulesOf(form: Form): FormRule[] {
  const schemas = new Map();
  const ruleOf = ({ widget, kind, source }: Script): FormRule => {
    const { diagnostics, program } = compileToRun(source, scriptOptions(widget, kind, schemas));
    const inputPaths = program?.inputPaths ?? [];
    const reads = inputPaths.map((path) => `$${path.filter((key) => key !== '*').join('.')}`);
    const whole = widget.parent === null;
    const name = whole ? 'The whole form' : widgetName(widget);
    return {
      id: widget.id,
      name,
      kind,
      source,
      reads: [...new Set(reads)],
      diagnostics: visibleDiagnostics(diagnostics),
    };
  };
  return form.scripts.flatMap((scripts) =>
    presentScripts(scripts)
      .filter((script) => !isDayLimit(script))
      .map(ruleOf),
  );
}

/** The diagnostics of a script without the one that only counts the errors. */
export function visibleDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ code }) => code !== 'errors-occurred-parsing-source');
}

/** Whether a rule matches a search: all words occur in its name, source, fields or errors. */
export function matchesSearch({ name, kind, source, reads, diagnostics }: FormRule, query: string): boolean {
  const messages = diagnostics.map(({ message }) => message);
  const text = [name, ruleWords[kind], source, ...reads, ...messages].join('\n').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
