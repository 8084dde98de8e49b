import type { InputScope, RunResult, Span, Statement, TraceEntry } from '#grammar/index.ts';
import { compileScripts, orderScripts } from '../forms/compile-scripts.ts';
import type { Form as ReadForm } from '../forms/form.ts';
import { widgetName } from '../forms/name-of.ts';
import { readFormWith } from '../forms/read-form-with.ts';
import { readersOf } from '../forms/reads.ts';
import type { Script } from '../forms/script.ts';

/** The coverage of a script of a form over many orders. */
export interface ScriptCoverage {
  /** The widget's id and label. */
  widget: string;
  label: string;
  kind: Script['kind'];
  /** A JSON pointer into the form: `/formSchema/root/…`. */
  path: string;
  /** The numbers of orders in which it ran, rejected, showed its widget, and hid it. */
  ran: number;
  refused: number;
  shown: number;
  hidden: number;
  /** The number of lines with a statement, and the lines that no order reached, counted from 1. */
  lines: number;
  neverRan: number[];
}

/** The result of one script in one order. */
export interface ScriptRuns {
  /** Its index in `scriptsOf`. */
  script: number;
  refused: boolean;
  shown: boolean;
  hidden: boolean;
  reached: number[];
}

/** All scripts of a form, in the order of its widgets. */
const scriptsOf = ({ scripts }: ReadForm): Script[] =>
  scripts.flatMap(({ condition, validation, initial }) =>
    [condition, validation, initial].filter((script) => script !== null),
  );

/** The trace of one script in one order. */
interface ScriptTrace {
  /**
   * The result by the path of the row. A script may run several times while a form is filled; the last result counts.
   */
  byRow: Map<string, Pick<ScriptRuns, 'refused' | 'shown' | 'hidden'>>;
  lines: Set<number>;
}

/** A form with instrumented scripts. */
export interface InstrumentedForm {
  form: ReadForm;
  /** The runs of the scripts while `work` fills the form. */
  runsOf<T>(work: () => T): { result: T; runs: ScriptRuns[] };
}

/** Reads a formSchema with instrumented scripts: they run with a trace, so that their coverage can be measured. */
export function readInstrumentedForm(formSchema: unknown): InstrumentedForm {
  const found = new Map<Script, ScriptTrace>();
  /** The data of the whole form as scripts see them: a different object in each filling. */
  let whole: unknown;
  const recordRun = (script: Script, scopes: readonly InputScope[], ran: RunResult) => {
    const outermost = scopes.at(-2)?.data;
    // The initial data of a form are computed in a filling of their own. Of that one only initial values count.
    if (outermost !== whole) for (const each of found.keys()) if (each.kind !== 'initial') found.delete(each);
    whole = outermost;
    const known = found.get(script) ?? { byRow: new Map(), lines: new Set() };
    found.set(script, known);
    known.byRow.set(JSON.stringify(scopes[0]?.path), resultOf(script, ran));
    for (const line of linesReached(script, ran)) known.lines.add(line);
  };
  const instrument = <S extends Script | null>(script: S): S | Script => {
    if (!script?.run) return script;
    const { run } = script;
    const instrumented: Script = {
      ...script,
      run: (input, options) => {
        const ran = run(input, { ...options, trace: true });
        if (Array.isArray(input)) recordRun(instrumented, input, ran);
        return ran;
      },
    };
    return instrumented;
  };
  const form = readFormWith(formSchema, (widgets) => {
    const compiled = compileScripts(widgets);
    const scripts = compiled.scripts.map((each) => ({
      condition: instrument(each.condition),
      validation: instrument(each.validation),
      initial: instrument(each.initial),
      required: instrument(each.required),
      readonly: instrument(each.readonly),
      minimum: instrument(each.minimum),
      maximum: instrument(each.maximum),
      option: each.option.map(instrument),
    }));
    return { ...compiled, scripts, readers: readersOf(widgets, scripts), order: orderScripts(scripts).order };
  });
  return {
    form,
    runsOf: (work) => {
      found.clear();
      const result = work();
      return { result, runs: scriptsOf(form).flatMap((script, number) => runsIn(found.get(script), number)) };
    },
  };
}

function runsIn(scriptTrace: ScriptTrace | undefined, script: number): ScriptRuns[] {
  if (!scriptTrace) return [];
  const rows = [...scriptTrace.byRow.values()];
  return [
    {
      script,
      refused: rows.some(({ refused }) => refused),
      shown: rows.some(({ shown }) => shown),
      hidden: rows.some(({ hidden }) => hidden),
      reached: [...scriptTrace.lines],
    },
  ];
}

/** The kinds that hold or not: those that hold count as shown, others as hidden. */
const conditionKinds: ReadonlySet<Script['kind']> = new Set<Script['kind']>([
  'condition',
  'option',
  'required',
  'readonly',
]);

function resultOf({ kind }: Script, { status, value, errors }: RunResult) {
  const isHidden = status === 'rejected' || (status === 'passed' && value === false);
  const isCondition = conditionKinds.has(kind);
  const refused = kind === 'validation' && errors.length > 0;
  return { refused, shown: isCondition && !isHidden, hidden: isCondition && isHidden };
}

/** The coverage of a form before any order. */
export const emptyCoverage = (form: ReadForm): ScriptCoverage[] =>
  scriptsOf(form).map((script) => {
    const lines = [...new Set(placesOf(script).map(({ line }) => line))];
    const { widget, kind, place } = script;
    const counts = { ran: 0, refused: 0, shown: 0, hidden: 0 };
    const description = { widget: widget.id, label: widgetName(widget), kind, path: `/formSchema${place}` };
    return { ...description, ...counts, lines: lines.length, neverRan: lines.toSorted((one, other) => one - other) };
  });

/** Adds the runs in one more order to the coverage. */
export function addRuns(coverage: readonly ScriptCoverage[], runs: readonly ScriptRuns[]): ScriptCoverage[] {
  const byScript = new Map(runs.map((each) => [each.script, each]));
  return coverage.map((each, number) => {
    const run = byScript.get(number);
    if (!run) return each;
    return {
      ...each,
      ran: each.ran + 1,
      refused: each.refused + Number(run.refused),
      shown: each.shown + Number(run.shown),
      hidden: each.hidden + Number(run.hidden),
      neverRan: each.neverRan.filter((line) => !run.reached.includes(line)),
    };
  });
}

/** A statement of a script, and how to tell whether it was reached. */
interface StatementPlace extends Span {
  line: number;
  /**
   * The condition that decides whether it is reached, for a statement without a value of its own such as `skip`; null
   * if it always runs.
   */
  decided?: { test: Span; when: boolean } | null;
}

const places = new WeakMap<Script, StatementPlace[]>();

function placesOf(script: Script): StatementPlace[] {
  const known = places.get(script);
  if (known) return known;
  const { source } = script;
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineAt = (offset: number) => starts.filter((start) => start <= offset).length;
  const found: StatementPlace[] = [];
  const visit = (statements: readonly Statement[], decided: NonNullable<StatementPlace['decided']> | null): void => {
    for (const statement of statements) {
      const { type, from, to } = statement;
      const isBare = type === 'skip' || type === 'take';
      found.push({ line: lineAt(from), from, to, ...(isBare ? { decided: type === 'skip' ? decided : null } : {}) });
      if (statement.type === 'if') {
        for (const { test, body } of statement.branches) visit(body.statements, { test, when: true });
        const last = statement.branches.at(-1);
        if (statement.otherwise) visit(statement.otherwise.statements, last ? { test: last.test, when: false } : null);
      } else if (statement.type === 'each') visit(statement.body.statements, { test: statement.list, when: true });
      else if (statement.type === 'validate') visit(statement.body.statements, decided);
    }
  };
  visit(script.outline?.().script.statements ?? [], null);
  places.set(script, found);
  return found;
}

/** The maximum length of a trace. A full trace is incomplete, so every line counts as reached. */
const fullTrace = 10_000;

function linesReached(script: Script, { trace = [], errors }: RunResult): number[] {
  const isFull = trace.length >= fullTrace;
  const starts = new Set([...trace, ...errors].map(({ from }) => from));
  const isReached = ({ from, to, decided }: StatementPlace) => {
    if (decided === null || isFull) return true;
    if (decided) return trace.some((entry) => decidedBy(entry, decided));
    for (const start of starts) if (start >= from && start < to) return true;
    return false;
  };
  return placesOf(script)
    .filter(isReached)
    .map(({ line }) => line);
}

function decidedBy({ from, to, value }: TraceEntry, { test, when }: NonNullable<StatementPlace['decided']>): boolean {
  if (from !== test.from || to !== test.to) return false;
  const isYes = Array.isArray(value) ? value.length > 0 : Boolean(value);
  return isYes === when;
}
