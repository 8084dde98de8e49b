import type { RunResult, Scope, Span, Statement, TraceEntry } from '#grammar/index.ts';
import { compileScripts } from '../forms/compile-scripts.ts';
import type { Form as ReadForm } from '../forms/form.ts';
import { nameOf } from '../forms/name-of.ts';
import { orderScripts } from '../forms/order-scripts.ts';
import { readFormWith } from '../forms/read-form-with.ts';
import { readersOf } from '../forms/reads.ts';
import type { Script } from '../forms/script.ts';

/** What a script of a form did over many orders. */
export interface ScriptCoverage {
  /** The widget's id and what it is called. */
  widget: string;
  label: string;
  kind: Script['kind'];
  /** A JSON pointer into the form: `/formSchema/root/…`. */
  path: string;
  /** In how many orders it ran, refused, showed its widget, hid it. */
  ran: number;
  refused: number;
  shown: number;
  hidden: number;
  /** How many of its lines hold a statement, and those of them that no order has reached, counted from 1. */
  lines: number;
  neverRan: number[];
}

/** What one script did in one order. */
export interface ScriptRuns {
  /** Its number among `scriptsOf`. */
  script: number;
  refused: boolean;
  shown: boolean;
  hidden: boolean;
  reached: number[];
}

/** All scripts of a form, in the order of its widgets. */
export const scriptsOf = ({ scripts }: ReadForm): Script[] =>
  scripts.flatMap(({ condition, validation, initial }) =>
    [condition, validation, initial].filter((script) => script !== null),
  );

/** What one script came to in the rows that it ran in. */
interface Heard {
  /** By the row's place, and the last word counts: while a form is filled a script may run more than once. */
  byRow: Map<string, Pick<ScriptRuns, 'refused' | 'shown' | 'hidden'>>;
  lines: Set<number>;
}

/** A form whose scripts tell what they do. */
export interface WatchedForm {
  form: ReadForm;
  /** What they did while `work` filled the form. */
  runsOf<T>(work: () => T): { result: T; runs: ScriptRuns[] };
}

/** Reads a formSchema so that it is known what its scripts do: they run with a trace. */
export function readWatched(formSchema: unknown): WatchedForm {
  const found = new Map<Script, Heard>();
  /** The data of the whole form as scripts see them: another object for each filling. */
  let whole: unknown;
  const hear = (script: Script, scopes: readonly Scope[], ran: RunResult) => {
    const outermost = scopes.at(-2)?.data;
    // What a form begins with is worked out on data of its own: of that only the initial values count.
    if (outermost !== whole) for (const each of found.keys()) if (each.kind !== 'initial') found.delete(each);
    whole = outermost;
    const known = found.get(script) ?? { byRow: new Map(), lines: new Set() };
    found.set(script, known);
    known.byRow.set(JSON.stringify(scopes[0]?.path), comeTo(script, ran));
    for (const line of linesReached(script, ran)) known.lines.add(line);
  };
  const watched = (script: Script | null): Script | null => {
    if (!script?.run) return script;
    const { run } = script;
    const heard: Script = {
      ...script,
      run: (input, options) => {
        const ran = run(input, { ...options, trace: true });
        if (Array.isArray(input)) hear(heard, input, ran);
        return ran;
      },
    };
    return heard;
  };
  const form = readFormWith(formSchema, (widgets) => {
    const compiled = compileScripts(widgets);
    const scripts = compiled.scripts.map(({ condition, validation, initial }) => ({
      condition: watched(condition),
      validation: watched(validation),
      initial: watched(initial),
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

function runsIn(heard: Heard | undefined, script: number): ScriptRuns[] {
  if (!heard) return [];
  const rows = [...heard.byRow.values()];
  return [
    {
      script,
      refused: rows.some(({ refused }) => refused),
      shown: rows.some(({ shown }) => shown),
      hidden: rows.some(({ hidden }) => hidden),
      reached: [...heard.lines],
    },
  ];
}

function comeTo({ kind }: Script, { status, value, errors }: RunResult) {
  const isHidden = status === 'rejected' || (status === 'passed' && value === false);
  const isCondition = kind === 'condition';
  const refused = kind === 'validation' && errors.length > 0;
  return { refused, shown: isCondition && !isHidden, hidden: isCondition && isHidden };
}

/** The coverage of a form over no order yet. */
export const noCoverage = (form: ReadForm): ScriptCoverage[] =>
  scriptsOf(form).map((script) => {
    const lines = [...new Set(placesOf(script).map(({ line }) => line))];
    const { widget, kind, place } = script;
    const counts = { ran: 0, refused: 0, shown: 0, hidden: 0 };
    const named = { widget: widget.id, label: nameOf(widget), kind, path: `/formSchema${place}` };
    return { ...named, ...counts, lines: lines.length, neverRan: lines.toSorted((one, other) => one - other) };
  });

/** The coverage with what one more order made the scripts do. */
export function withRuns(coverage: readonly ScriptCoverage[], runs: readonly ScriptRuns[]): ScriptCoverage[] {
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

/** A statement of a script, and how it is known that it was reached. */
interface Place extends Span {
  line: number;
  /** A bare `skip` works nothing out: what decided whether it was reached; null for what runs whenever the script does. */
  decided?: { test: Span; when: boolean } | null;
}

const places = new WeakMap<Script, Place[]>();

function placesOf(script: Script): Place[] {
  const known = places.get(script);
  if (known) return known;
  const { source } = script;
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineAt = (offset: number) => starts.filter((start) => start <= offset).length;
  const found: Place[] = [];
  const visit = (statements: readonly Statement[], decided: NonNullable<Place['decided']> | null): void => {
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

/** As many as a trace takes down: of one that is full nobody knows what was left out. */
const fullTrace = 10_000;

function linesReached(script: Script, { trace = [], errors }: RunResult): number[] {
  const isFull = trace.length >= fullTrace;
  const starts = new Set([...trace, ...errors].map(({ from }) => from));
  const isReached = ({ from, to, decided }: Place) => {
    if (decided === null || isFull) return true;
    if (decided) return trace.some((entry) => cameOut(entry, decided));
    for (const start of starts) if (start >= from && start < to) return true;
    return false;
  };
  return placesOf(script)
    .filter(isReached)
    .map(({ line }) => line);
}

function cameOut({ from, to, value }: TraceEntry, { test, when }: NonNullable<Place['decided']>): boolean {
  if (from !== test.from || to !== test.to) return false;
  const isYes = Array.isArray(value) ? value.length > 0 : Boolean(value);
  return isYes === when;
}
