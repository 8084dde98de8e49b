import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  indentOnInput,
  indentUnit,
  LanguageSupport,
  StreamLanguage,
  type StringStream,
} from '@codemirror/language';
import { type Action, linter, lintKeymap } from '@codemirror/lint';
import { type EditorState, type Extension, Facet } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  hoverTooltip,
  keymap,
  lineNumbers,
  type Tooltip,
  WidgetType,
} from '@codemirror/view';
import { use, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import {
  analyze,
  type CompileOptions,
  type Completion,
  complete,
  type Diagnostic,
  type Fix,
  format,
  hover,
  isKeyword,
  type LineValue,
  lineValues,
} from '#grammar/index.ts';
import type { FormStore } from '#portal/forms/store/formStore.ts';
import { visibleDiagnostics } from '#schemas/designing/rules.ts';
import { type Row, rowsOfList } from '#schemas/forms/filling/row.ts';
import { traceScript } from '#schemas/forms/filling/run-script.ts';
import type { Form, FormScope } from '#schemas/forms/form.ts';
import { scopeFor } from '#schemas/forms/scope-for.ts';
import type { ScriptPart } from '#schemas/generated/script-parts.ts';
import { PreviewContext } from '../preview/preview-context.ts';

/** Context of a script editor: where in the form the script stands. */
export interface ScriptContext {
  /** The widget's id. Another id makes the linter run again. */
  of: string;
  options: CompileOptions;
  /** Returns help for a name without its `$`. */
  helpOf: (name: string) => string | undefined;
}

/** Facet with the editor's context; reconfigured when the form around the script changes. */
export const scriptContext = Facet.define<ScriptContext, ScriptContext>({
  combine: ([first]) => first ?? { of: '', options: {}, helpOf: () => undefined },
});

/** Facet with the results of the lines, shown at their ends as long as the text is the one that was run. */
export const lineResults = Facet.define<LineResults, LineResults>({
  combine: ([first]) => first ?? { source: '', lines: [] },
});

/** Called with the diagnostics after each lint run. */
export type ReportDiagnostics = (found: readonly Diagnostic[]) => void;

/**
 * CodeMirror extensions for script editing: completion, hover, linter, inline values and keymap. Tab indents; Escape,
 * then Tab leaves, as in the JSON editor.
 */
export function scriptExtensions(report: ReportDiagnostics): Extension {
  return [
    lineNumbers(),
    drawSelection(),
    indentUnit.of('  '),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    rulesLanguage,
    autocompletion({ override: [completions], icons: false }),
    hoverTooltip(({ state }, at) => hoverHelp(state, at), { hoverTime: 200 }),
    linter((view) => marks(view.state, report), {
      delay: 300,
      needsRefresh: ({ startState, state }) => startState.facet(scriptContext) !== state.facet(scriptContext),
    }),
    EditorView.decorations.compute(['doc', lineResults], valueMarks),
    EditorView.lineWrapping,
    keymap.of([
      { key: 'Shift-Alt-f', run: formatAll },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
  ];
}

function completions({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const { options, helpOf } = state.facet(scriptContext);
  const found = complete(state.doc.toString(), pos, options);
  const [first] = found;
  // Do not open while typing unless a word has begun.
  if (!first || (!explicit && first.from === pos)) return null;
  return {
    from: first.from,
    to: first.to,
    filter: false,
    options: found.map((completion) => ({
      label: completion.label,
      type: completion.kind,
      ...(completion.detail ? { detail: completion.detail } : {}),
      ...infoOf(completion, helpOf),
    })),
  };
}

function infoOf({ kind, label, doc }: Completion, helpOf: ScriptContext['helpOf']): { info?: string } {
  const info = doc ?? (kind === 'input' ? helpOf(label.slice(1)) : undefined);
  return info === undefined ? {} : { info };
}

function hoverHelp(state: EditorState, at: number): Tooltip | null {
  const { options, helpOf } = state.facet(scriptContext);
  const found = hover(state.doc.toString(), at, options);
  if (!found) return null;
  const { from, to, text } = found;
  const name = state.sliceDoc(from, to).replace(/^\$/, '');
  const help = text.endsWith('a key of the form') ? helpOf(name) : undefined;
  return {
    pos: from,
    end: to,
    above: true,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'cm-said';
      dom.textContent = help ? `${text}\n${help}` : text;
      return { dom };
    },
  };
}

function marks(state: EditorState, report: ReportDiagnostics) {
  const source = state.doc.toString();
  const found = visibleDiagnostics(analyze(source, state.facet(scriptContext).options).diagnostics);
  report(found);
  return found.map(({ from, to, severity, message, fixes = [] }) => ({
    ...{ from, to: Math.min(to, source.length), severity, message },
    actions: fixes.map((fix): Action => ({ name: fixLabel(fix), apply: (view) => applyFix(view, fix) })),
  }));
}

/** Decoration with a line's result. It is not part of the document. */
class ValueMark extends WidgetType {
  constructor(private readonly text: string) {
    super();
  }
  override eq({ text }: ValueMark): boolean {
    return text === this.text;
  }
  override toDOM(): HTMLElement {
    const dom = document.createElement('span');
    dom.className = 'cm-came-to';
    // Screen readers would read it as part of the text.
    dom.setAttribute('aria-hidden', 'true');
    dom.textContent = this.text;
    return dom;
  }
}

function valueMarks(state: EditorState): DecorationSet {
  const { source, lines } = state.facet(lineResults);
  if (lines.length === 0 || source !== state.doc.toString()) return Decoration.none;
  return Decoration.set(
    lines.map(({ line, text }) =>
      Decoration.widget({ widget: new ValueMark(text), side: 1 }).range(state.doc.line(line).to),
    ),
  );
}

/** Label of a quick fix button. */
export function fixLabel({ from, to, text }: Fix): string {
  const shown = text.trim().replace(/\s+/g, ' ');
  if (shown === '') return 'Remove';
  const short = shown.length > MAX_LABEL ? `${shown.slice(0, MAX_LABEL - 1)}…` : shown;
  return from === to ? `Insert ${short}` : `Replace with ${short}`;
}

/** A fix can rewrite a whole condition. */
const MAX_LABEL = 60;

/** Applies a quick fix; undo reverts it. */
export function applyFix(view: EditorView, { from, to, text }: Fix): void {
  view.dispatch({ changes: { from, to, insert: text }, userEvent: 'input.fix' });
  view.focus();
}

/** Formats the whole script; leaves a script with syntax errors as it is. */
export function formatAll(view: EditorView): boolean {
  replaceAll(view, format(view.state.doc.toString()).trimEnd());
  return true;
}

/** Replaces the text by the smallest change, so that the cursor keeps its place. */
export function replaceAll(view: EditorView, text: string): void {
  const before = view.state.doc.toString();
  if (before === text) return;
  let from = 0;
  while (from < Math.min(before.length, text.length) && before[from] === text[from]) from += 1;
  let same = 0;
  while (same < Math.min(before.length, text.length) - from && before.at(-1 - same) === text.at(-1 - same)) same += 1;
  view.dispatch({
    changes: { from, to: before.length - same, insert: text.slice(from, text.length - same) },
    userEvent: 'input.format',
  });
}

/** Tokenizer state at the start of a line: inside a multi-line string or not, and the bracket depth. */
interface Place {
  isInText: boolean;
  depth: number;
}

/**
 * CodeMirror language for the rules language: syntax highlighting and indentation only. Everything semantic comes from
 * the grammar.
 */
const rulesLanguage = new LanguageSupport(
  StreamLanguage.define<Place>({
    name: 'rules',
    startState: () => ({ isInText: false, depth: 0 }),
    copyState: (place) => ({ ...place }),
    token: (stream, place) => {
      if (place.isInText) return restOfText(stream, place);
      if (stream.eatSpace()) return null;
      if (stream.match('//')) {
        stream.skipToEnd();
        return 'comment';
      }
      if (stream.eat('"')) return restOfText(stream, place);
      if (stream.match(/^\$[A-Za-z_][A-Za-z0-9_]*/)) return 'propertyName';
      if (stream.match(/^:[A-Za-z_]+/)) return 'variableName.function';
      if (stream.match(/^[0-9][0-9_.]*/)) return 'number';
      if (stream.match(/^\.[A-Za-z_][A-Za-z0-9_]*/)) return 'propertyName';
      if (stream.match(/^[A-Za-z_][A-Za-z0-9_]*/)) return wordStyle(stream.current());
      if (stream.match(/^[{[(]/)) place.depth += 1;
      else if (stream.match(/^[)\]}]/)) place.depth = Math.max(0, place.depth - 1);
      else stream.next();
      return null;
    },
    indent: ({ depth }, textAfter, { unit }) => Math.max(0, depth - (/^[)\]}]/.test(textAfter) ? 1 : 0)) * unit,
    languageData: { commentTokens: { line: '//' }, closeBrackets: { brackets: ['(', '[', '{', '"'] } },
  }),
);

/** A string may span several lines. */
function restOfText(stream: StringStream, place: Place): string {
  place.isInText = !stream.match(/^(?:[^"\\]|\\.)*"/);
  if (place.isInText) stream.skipToEnd();
  return 'string';
}

function wordStyle(word: string): string | null {
  if (word === 'true' || word === 'false') return 'bool';
  if (word === 'nothing') return 'null';
  return isKeyword(word) ? 'keyword' : null;
}

/** Results of a script's lines with the values of the preview. */
interface LineResults {
  /** The source that was run. The results are stale for any other text. */
  source: string;
  lines: readonly LineValue[];
}

const none: LineResults = { source: '', lines: [] };

/** Traces a script against the preview's values while its editor is in use (`isOpen`). */
export function useLineResults({ id, kind, isOpen }: { id: string; kind: ScriptPart; isOpen: boolean }): LineResults {
  const { store, requestStore } = use(PreviewContext);
  useEffect(() => {
    if (isOpen) requestStore();
  }, [isOpen, requestStore]);
  const watch = useCallback((listener: () => void) => store?.subscribeAll(listener) ?? (() => undefined), [store]);
  const values = useSyncExternalStore(watch, () => store?.values());
  const form = useSyncExternalStore(watch, () => store?.form);
  return useMemo(
    () => (isOpen && store && form && values ? valuesIn(store, form, { id, kind }) : none),
    [isOpen, store, form, values, id, kind],
  );
}

function valuesIn(store: FormStore, form: Form, { id, kind }: { id: string; kind: ScriptPart }): LineResults {
  const widget = form.widgets.find((each) => each.id === id);
  // The editor does not know which of several options its script belongs to.
  const script = widget && kind !== 'option' && form.scripts[widget.number]?.[kind];
  const row = script && firstRow(form, store.rootRow(), scopeFor(script.widget));
  if (!script || !row) return none;
  const { trace = [] } = traceScript(script, row, store.context()) ?? {};
  return { source: script.source, lines: lineValues(script.source, trace) };
}

/** Scripts inside lists run for the first row of each list; undefined if a list is empty. */
function firstRow(form: Form, top: Row, { lists }: FormScope): Row | undefined {
  let row: Row | undefined = top;
  for (const number of lists) {
    const list = form.widgets[number];
    row = row && list ? rowsOfList(row, list)[0] : undefined;
  }
  return row;
}
