import { locateWidget } from '#schemas/forms/filling/locate.ts';
import { fieldWithAncestors } from '#schemas/forms/filling/places.ts';
import { isHiddenHere } from '#schemas/forms/filling/row.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { widgetKinds } from '#schemas/forms/kinds/kinds.ts';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { FieldProblem } from '../../api/ApiError.ts';
import { rowNames } from '../../forms/rowNames.ts';
import type { FormStore } from '../../forms/store/formStore.ts';
import { lineName } from '../lines/lineLabels.ts';
import type { Lines } from '../lines/mergeLines.ts';
import { formDataProblems } from './orderProblems.ts';

/** A section of the order page, with the number of its problems. */
export interface Section {
  name: string;
  /** The id of its element on the page. */
  id: string;
  missing: number;
}

/** The problems of one place: a section, a row of a list, or a line. */
export interface ProblemGroup {
  name: string;
  problems: FieldProblem[];
}

/** Groups problems by place, in page order. */
export function groupedProblems(problems: readonly FieldProblem[], store: FormStore, lines: Lines): ProblemGroup[] {
  const groups = new Map<string, FieldProblem[]>();
  for (const problem of problems) {
    const name = placeOf(problem, store, lines);
    groups.set(name, [...(groups.get(name) ?? []), problem]);
  }
  return [...groups].map(([name, each]) => ({ name, problems: each }));
}

/**
 * Returns the sections of the page: the client if it has a problem, the visible form sections by their labels, the rest
 * of the form, and the products. Their counts add up to the number of all problems.
 */
export function sectionsOf(problems: readonly FieldProblem[], store: FormStore, lines: Lines): Section[] {
  const top = store.rootRow();
  const problemSections = formDataProblems(problems).map(({ path }) => sectionAt(store, path));
  const count = (root: string) => problems.filter(({ path }) => path.startsWith(root)).length;
  const unsectionedCount = problemSections.filter((each) => each === undefined).length;
  const extra = (name: string, id: string, missing: number) => (missing > 0 ? [{ name, id, missing }] : []);
  const ofForm = namedParts(store)
    .filter((widget) => !widget.config.hidden && !isHiddenHere(widget, top))
    .map((widget) => ({
      name: widget.meta.label,
      id: store.elementId(widget, top),
      missing: problemSections.filter((each) => each === widget).length,
    }));
  const name = lines.length > 0 ? `Products (${lines.length})` : 'Products';
  return [
    ...extra('Client', 'order-client', count('/client')),
    ...ofForm,
    ...extra('The rest of the form', store.elementId(store.form.root, top), unsectionedCount),
    { name, id: 'order-lines', missing: count('/products') },
  ];
}

/** Returns the outermost labeled parts of the form, below its root. */
function namedParts({ form: { root } }: FormStore): ValidWidget[] {
  const inside = (widget: ValidWidget): ValidWidget[] =>
    widget.inside.flatMap((each) => {
      const { holds } = widgetKinds[each.type];
      if (holds !== 'group' && holds !== 'rows') return [];
      if (each.meta.label !== '') return [each];
      return holds === 'group' ? inside(each) : [];
    });
  return root.type === 'broken' ? [] : inside(root);
}

function sectionAt(store: FormStore, path: string): ValidWidget | undefined {
  const found = locateWidget(store.rootRow(), path);
  const parts = namedParts(store);
  return found && fieldWithAncestors(found.widget, found.row).find(({ widget }) => parts.includes(widget))?.widget;
}

function placeOf(problem: FieldProblem, store: FormStore, lines: Lines): string {
  const [inData] = formDataProblems([problem]);
  if (inData) {
    const row = locateWidget(store.rootRow(), inData.path)?.row;
    const section = sectionAt(store, inData.path)?.meta.label ?? 'The form';
    return [section, ...(row ? rowNames(row) : [])].join(', ');
  }
  const [field, number] = keysOf(problem.path);
  const line = field === 'products' ? lines[Number(number)] : undefined;
  if (line) return `Products, ${lineName(line)}`;
  return field === 'products' ? 'Products' : 'Client';
}
