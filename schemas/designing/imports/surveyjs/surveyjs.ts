import { isRecord } from '../../../forms/is-record.ts';
import type { JsonMap } from '../../../generated/types.ts';
import {
  buildForm,
  buildWidget,
  capacityError,
  type ImportPosition,
  type ImportState,
  openImport,
  openRoot,
  topPosition,
  type WidgetBuilder,
} from '../import-builder.ts';
import type { ImportResult } from '../imported.ts';
import { readSource } from '../source.ts';
import { followRules } from './follow-rules.ts';
import { questions } from './questions.ts';
import { reportUnread } from './unsupported-properties.ts';

/** Whether a JSON object is a SurveyJS form: it has pages of elements, or elements. */
export function isSurveyJs({ pages, elements, questions: older }: JsonMap): boolean {
  return [pages, elements, older].some(Array.isArray);
}

/**
 * Imports a SurveyJS form (its JSON, as survey-core 2 documents it). Reports by path what has no counterpart; its
 * functions and scripts are never executed.
 */
export function fromSurveyJs(survey: JsonMap, idOf: () => string): ImportResult {
  const importing = openImport(idOf);
  const source = readSource(survey, '', importing);
  const at = topPosition();
  const cleared = source.text('clearInvisibleValues');
  if (cleared === 'none')
    source.leave('clearInvisibleValues', "Answers in hidden fields aren't part of a submitted order");
  if (cleared !== 'onHidden' && cleared !== 'onHiddenContainer')
    importing.hiddenAnswers.note = 'its answer counts as empty here. In SurveyJS it still counts.';
  const root = openRoot();
  const name = source.words('title', 200);
  const description = source.words('description', 2_000);
  const pages = source.list('pages');
  const mode = source.text('questionsOnPageMode');
  // Which questions are on the screen at a time.
  if (mode !== '' && (mode !== 'singlePage' || pages.length < 2)) source.summarize('questionsOnPageMode');
  if (pages.length > 1 && mode !== 'singlePage') root.config.presentation = 'steps';
  for (const [index, page] of pages.entries()) {
    const isOnly = pages.length === 1;
    root.rows.push(...rowsOfPage(importing, { raw: page, path: `/pages/${index}`, isOnly }, at));
  }
  for (const key of ['elements', 'questions'] as const)
    root.rows.push(...layoutElements(importing, { all: source.list(key), path: `/${key}` }, at));
  reportUnread(source);
  const formSchema = buildForm(importing, root);
  return { formSchema, about: { ...(name ? { name } : {}), ...(description ? { description } : {}) }, ...importing };
}

/** A page becomes a container. The only page of a form, if it has no title and no rule, becomes the form itself. */
function rowsOfPage(
  importing: ImportState,
  { raw, path, isOnly }: { raw: unknown; path: string; isOnly: boolean },
  at: ImportPosition,
): WidgetBuilder['rows'] {
  if (isOnly && isRecord(raw) && raw.title === undefined && raw.visibleIf === undefined) {
    const source = readSource(raw, path, importing);
    source.take('name');
    importing.imported.push(path);
    const rows = layoutElements(importing, { all: source.list('elements'), path: `${path}/elements` }, at);
    reportUnread(source);
    return rows;
  }
  return layoutElements(
    importing,
    {
      all: [isRecord(raw) ? { ...raw, type: 'panel' } : raw],
      path: path.replace(/\/\d+$/, ''),
      first: Number(path.split('/').at(-1)),
    },
    at,
  );
}

/** Arranges elements in rows: one with startWithNewLine false is put beside the previous one. */
export function layoutElements(
  importing: ImportState,
  { all, path, first = 0 }: { all: readonly unknown[]; path: string; first?: number },
  at: ImportPosition,
): WidgetBuilder['rows'] {
  const rows: WidgetBuilder['rows'] = [];
  for (const [index, raw] of all.entries()) {
    const place = `${path}/${index + first}`;
    const { own, more } = isRecord(raw) ? separateParts(raw) : { own: raw, more: [] };
    const widget = elementOf(importing, { raw: own, path: place }, at);
    if (!widget) continue;
    const last = rows.at(-1);
    if (isRecord(raw) && raw.startWithNewLine === false && last) last.push({ ratio: 1, widget });
    else rows.push([{ ratio: 1, widget }]);
    for (const part of more) {
      const made = elementOf(importing, { raw: part.raw, path: `${place}/${part.at}` }, at);
      if (made) rows.push([{ ratio: 1, widget: made }]);
    }
  }
  return rows;
}

/** The choices of a question that can show elements; those of others are listed. */
const maxPanels = 100;

/** A question without its comment field and the elements of its choices, and these as elements of their own. */
function separateParts(raw: JsonMap): { own: JsonMap; more: { raw: JsonMap; at: string }[] } {
  const { type, name, visible, visibleIf, readOnly, enableIf } = raw;
  const more: { raw: JsonMap; at: string }[] = [];
  const own = { ...raw };
  if (Array.isArray(raw.choices) && typeof type === 'string' && typeof name === 'string') {
    own.choices = raw.choices.map((choice: unknown, index) => {
      if (!isRecord(choice) || !Array.isArray(choice.elements) || more.length >= maxPanels) return choice;
      const { elements, ...option } = choice;
      const by = type === 'checkbox' || type === 'tagbox' ? 'contains' : '=';
      // They are shown while their option is chosen.
      const shown = `{${name}} ${by} ${JSON.stringify(choice.value)}`;
      more.push({ raw: { type: 'panel', elements, visibleIf: shown }, at: `choices/${index}/elements` });
      return option;
    });
  }
  const hasComment = raw.showCommentArea === true || raw.hasComment === true;
  if (!hasComment || type === 'panel' || typeof name !== 'string') return { own, more };
  const { commentText, commentPlaceholder } = raw;
  for (const key of ['showCommentArea', 'hasComment', 'commentText', 'commentPlaceholder']) delete own[key];
  const comment = {
    ...{ type: 'comment', name: `${name}-Comment`, title: commentText ?? 'Other (describe)' },
    ...{ placeholder: commentPlaceholder, visible, visibleIf, readOnly, enableIf },
  };
  more.push({ raw: comment, at: 'showCommentArea' });
  return { own, more };
}

/** Converts one element; null if it cannot be imported, which is reported. */
export function elementOf(
  importing: ImportState,
  { raw, path }: { raw: unknown; path: string },
  at: ImportPosition,
): WidgetBuilder | null {
  if (!isRecord(raw)) {
    importing.notImported.push({ path, message: 'An element must be an object with a type' });
    return null;
  }
  const { type } = raw;
  const full = capacityError(importing, at);
  const convert = typeof type === 'string' && Object.hasOwn(questions, type) ? questions[type] : undefined;
  if (full !== null || !convert) {
    const typeText = typeof type === 'string' ? type.slice(0, 100) : 'an element without a type';
    importing.notImported.push({ path, message: full ?? `There's no equivalent of ${typeText}` });
    return null;
  }
  const source = readSource(raw, path, importing);
  source.take('type');
  source.take('startWithNewLine');
  // The name of the answer may differ from that of the question.
  const questionName = source.text('name', 200);
  const name = source.text('valueName', 200) || questionName;
  if (name !== questionName && at.names.fields.has(name))
    source.leave('valueName', `${name.slice(0, 100)} is the answer of another field, too; here each has its own`);
  const label = source.words('title') || (type === 'panel' ? '' : questionName);
  const isConditional = typeof raw.visibleIf === 'string' && raw.visibleIf.trim() !== '';
  const element = {
    importing,
    source,
    at,
    name,
    label,
    isConditional,
    isLocked: raw.readOnly === true && !raw.enableIf,
  };
  const made = convert(element);
  followRules(element, made);
  reportUnread(source);
  return made;
}

/** Creates a text block. */
export const buildTextBlock = (importing: ImportState, path: string, content: string): WidgetBuilder =>
  buildWidget(importing, path, { type: 'markdown', meta: {}, config: { content } });
