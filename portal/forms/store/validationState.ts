import type { Filling } from '#schemas/forms/filling/filling.ts';
import { locateWidget } from '#schemas/forms/filling/locate.ts';
import { fieldWithAncestors, pathOf } from '#schemas/forms/filling/places.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { Problem, ValidWidget } from '#schemas/forms/form.ts';
import { widgetKinds } from '#schemas/forms/kinds/kinds.ts';

/**
 * The validation errors of a form and which of them are visible: those of fields after blur, all after an attempted
 * submit.
 */
export interface ValidationState {
  problems(): readonly Problem[];
  hasTried(): boolean;
  messagesOf(widget: ValidWidget, row: Row): readonly string[];
  waivedOf(widget: ValidWidget, row: Row): readonly string[];
  /** The number of visible errors within a widget. */
  countIn(widget: ValidWidget, row: Row): number;
  leave(widget: ValidWidget, row: Row): void;
  showAll(): void;
  waive(granted: readonly Waived[]): void;
  /** Ignores errors that existed before a change. */
  exempt(existing: readonly Waived[]): void;
  setServerProblems(problems: readonly Problem[]): void;
  clearAllServerErrors(): void;
  /** The value at this path changed, so server errors about it are removed. */
  clearServerErrors(path: string): void;
  /** Revalidates and marks the cells whose messages changed. */
  update(): void;
}

type Waived = Pick<Problem, 'path' | 'message'>;

interface BoardParts {
  filling: () => Filling;
  mark: (widget: ValidWidget, row: Row) => void;
  /** The key of a field that outlives its row object. */
  placeOf: (widget: ValidWidget, row: Row) => string;
}

/** Creates the tracker of a form's validation errors. */
export function createValidationState({ filling, mark, placeOf }: BoardParts): ValidationState {
  const leftFields = new Set<string>();
  let hasTried = false;
  let fromServer: readonly Problem[] = [];
  let own: readonly Problem[] = filling().problems();
  let all: readonly Problem[] = own;
  let byPath = groupByPath(all, fieldPath);
  let granted: readonly Waived[] = [];
  let existing: readonly Waived[] = [];
  let waivedByPath = new Map<string, string[]>();
  /** The number of visible errors per field or container; null when outdated. */
  let counts: Map<string, number> | null = null;

  return {
    problems: () => all,
    hasTried: () => hasTried,
    messagesOf: (widget, row) =>
      hasTried || leftFields.has(placeOf(widget, row)) ? (byPath.get(pathOf(widget, row)) ?? noMessages) : noMessages,
    waivedOf: (widget, row) => waivedByPath.get(pathOf(widget, row)) ?? noMessages,
    countIn: (widget, row) => {
      counts ??= countAll();
      return counts.get(placeOf(widget, row)) ?? 0;
    },
    leave: (widget, row) => {
      counts = null;
      leftFields.add(placeOf(widget, row));
      mark(widget, row);
    },
    showAll: () => {
      hasTried = true;
      counts = null;
      for (const path of byPath.keys()) markAt(path);
    },
    waive: (next) => {
      granted = next;
      own = [];
    },
    exempt: (next) => {
      existing = next;
      own = [];
    },
    setServerProblems: (problems) => {
      fromServer = problems;
      hasTried = true;
      own = [];
    },
    clearAllServerErrors: () => {
      fromServer = [];
    },
    clearServerErrors: (path) => {
      const isAnswered = (problem: Problem) => fieldPath(problem.path) === path;
      if (fromServer.some(isAnswered)) {
        fromServer = fromServer.filter((problem) => !isAnswered(problem));
        own = [];
      }
    },
    update: () => {
      const found = filling().problems();
      if (found === own) return;
      own = found;
      counts = null;
      const problems = mergeProblems(found, fromServer);
      const isActive = (each: Problem) => !includesProblem(granted, each) && !includesProblem(existing, each);
      all = granted.length + existing.length === 0 ? problems : problems.filter(isActive);
      const before = [...byPath.keys(), ...waivedByPath.keys()];
      byPath = groupByPath(all, fieldPath);
      waivedByPath = groupByPath(all === problems ? [] : problems.flatMap(exemptionNotes), fieldPath);
      for (const path of new Set([...before, ...byPath.keys(), ...waivedByPath.keys()])) markAt(path);
    },
  };

  /** A waived or existing error, as a note with the reason. */
  function exemptionNotes(problem: Problem): Problem[] {
    if (includesProblem(granted, problem)) return [{ ...problem, message: `Waived: ${problem.message}` }];
    return includesProblem(existing, problem) ? [{ ...problem, message: `Existing problem: ${problem.message}` }] : [];
  }

  /** An error inside a value, such as one tag, belongs to its field. */
  function fieldPath(path: string): string {
    const found = locateWidget(filling().top, path);
    return found && widgetKinds[found.widget.type].holds === 'value' ? pathOf(found.widget, found.row) : path;
  }

  /** Counts for all widgets at once, because each row of a table may contain one that needs its count. */
  function countAll(): Map<string, number> {
    const result = new Map<string, number>();
    for (const { path } of all) {
      const found = locateWidget(filling().top, path);
      if (!found || !(hasTried || leftFields.has(placeOf(found.widget, found.row)))) continue;
      for (const { widget, row } of fieldWithAncestors(found.widget, found.row)) {
        const place = placeOf(widget, row);
        result.set(place, (result.get(place) ?? 0) + 1);
      }
    }
    return result;
  }

  function markAt(path: string): void {
    const found = locateWidget(filling().top, path);
    if (found) mark(found.widget, found.row);
  }
}

const noMessages: readonly string[] = [];

const includesProblem = (all: readonly Waived[], { path, message }: Problem): boolean =>
  all.some((each) => each.path === path && each.message === message);

/** The server runs the same validation, so most of its errors are known already. */
function mergeProblems(own: readonly Problem[], fromServer: readonly Problem[]): readonly Problem[] {
  const isKnown = ({ path, message }: Problem) => own.some((each) => each.path === path && each.message === message);
  const serverOnly = fromServer.filter((problem) => !isKnown(problem));
  return serverOnly.length === 0 ? own : [...own, ...serverOnly];
}

function groupByPath(problems: readonly Problem[], fieldPath: (path: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { path: problemPath, message } of problems) {
    const path = fieldPath(problemPath);
    const group = groups.get(path);
    if (group) group.push(message);
    else groups.set(path, [message]);
  }
  return groups;
}
