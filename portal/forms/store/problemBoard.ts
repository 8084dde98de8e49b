import type { Filling } from '#schemas/forms/filling/filling.ts';
import { locate } from '#schemas/forms/filling/locate.ts';
import { around, pathOf } from '#schemas/forms/filling/places.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { Problem, SoundWidget } from '#schemas/forms/form.ts';
import { kinds } from '#schemas/forms/kinds/kinds.ts';

/** Which problems there are, and which of them a person is shown: those of fields that were left, all after a try. */
export interface ProblemBoard {
  problems(): readonly Problem[];
  hasTried(): boolean;
  messagesOf(widget: SoundWidget, row: Row): readonly string[];
  waivedOf(widget: SoundWidget, row: Row): readonly string[];
  /** How many of the problems that are shown stand in a widget. */
  countIn(widget: SoundWidget, row: Row): number;
  leave(widget: SoundWidget, row: Row): void;
  showAll(): void;
  waive(granted: readonly Waived[]): void;
  /** What was already so before a change. */
  exempt(existing: readonly Waived[]): void;
  takeServerProblems(problems: readonly Problem[]): void;
  forgetServer(): void;
  /** A value at this path was changed, so what the server said of it counts no more. */
  answered(path: string): void;
  /** Marks the cells whose messages are others since last time. */
  update(): void;
}

type Waived = Pick<Problem, 'path' | 'message'>;

interface BoardParts {
  filling: () => Filling;
  mark: (widget: SoundWidget, row: Row) => void;
  /** A name for a field that outlives its row object. */
  placeOf: (widget: SoundWidget, row: Row) => string;
}

export function createProblemBoard({ filling, mark, placeOf }: BoardParts): ProblemBoard {
  const left = new Set<string>();
  let hasTried = false;
  let fromServer: readonly Problem[] = [];
  let own: readonly Problem[] = filling().problems();
  let all: readonly Problem[] = own;
  let byPath = grouped(all, fieldPath);
  let granted: readonly Waived[] = [];
  let existing: readonly Waived[] = [];
  let waivedByPath = new Map<string, string[]>();
  /** How many problems are shown within each place; null when they have changed since they were counted. */
  let counts: Map<string, number> | null = null;

  return {
    problems: () => all,
    hasTried: () => hasTried,
    messagesOf: (widget, row) =>
      hasTried || left.has(placeOf(widget, row)) ? (byPath.get(pathOf(widget, row)) ?? none) : none,
    waivedOf: (widget, row) => waivedByPath.get(pathOf(widget, row)) ?? none,
    countIn: (widget, row) => {
      counts ??= countAll();
      return counts.get(placeOf(widget, row)) ?? 0;
    },
    leave: (widget, row) => {
      counts = null;
      left.add(placeOf(widget, row));
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
    takeServerProblems: (problems) => {
      fromServer = problems;
      hasTried = true;
      own = [];
    },
    forgetServer: () => {
      fromServer = [];
    },
    answered: (path) => {
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
      const told = merged(found, fromServer);
      const isRefused = (each: Problem) => !isAmong(granted, each) && !isAmong(existing, each);
      all = granted.length + existing.length === 0 ? told : told.filter(isRefused);
      const before = [...byPath.keys(), ...waivedByPath.keys()];
      byPath = grouped(all, fieldPath);
      waivedByPath = grouped(all === told ? [] : told.flatMap(inWordsOfExempt), fieldPath);
      for (const path of new Set([...before, ...byPath.keys(), ...waivedByPath.keys()])) markAt(path);
    },
  };

  /** A problem that refuses nothing, with why it does not. */
  function inWordsOfExempt(problem: Problem): Problem[] {
    if (isAmong(granted, problem)) return [{ ...problem, message: `Waived: ${problem.message}` }];
    return isAmong(existing, problem) ? [{ ...problem, message: `Was already so: ${problem.message}` }] : [];
  }

  /** A problem within a value, say of one tag, belongs to the field that holds it. */
  function fieldPath(path: string): string {
    const found = locate(filling().top, path);
    return found && kinds[found.widget.type].holds === 'value' ? pathOf(found.widget, found.row) : path;
  }

  /** Counted once for all widgets: each row of a table may hold one that asks. */
  function countAll(): Map<string, number> {
    const counted = new Map<string, number>();
    for (const { path } of all) {
      const found = locate(filling().top, path);
      if (!found || !(hasTried || left.has(placeOf(found.widget, found.row)))) continue;
      for (const { widget, row } of around(found.widget, found.row)) {
        const place = placeOf(widget, row);
        counted.set(place, (counted.get(place) ?? 0) + 1);
      }
    }
    return counted;
  }

  function markAt(path: string): void {
    const found = locate(filling().top, path);
    if (found) mark(found.widget, found.row);
  }
}

const none: readonly string[] = [];

const isAmong = (all: readonly Waived[], { path, message }: Problem): boolean =>
  all.some((each) => each.path === path && each.message === message);

/** The server runs the same rules, so what it says is mostly known already. */
function merged(own: readonly Problem[], fromServer: readonly Problem[]): readonly Problem[] {
  const isKnown = ({ path, message }: Problem) => own.some((each) => each.path === path && each.message === message);
  const news = fromServer.filter((problem) => !isKnown(problem));
  return news.length === 0 ? own : [...own, ...news];
}

function grouped(problems: readonly Problem[], fieldPath: (path: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { path: given, message } of problems) {
    const path = fieldPath(given);
    const group = groups.get(path);
    if (group) group.push(message);
    else groups.set(path, [message]);
  }
  return groups;
}
