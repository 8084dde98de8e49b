import type { Filling } from '#schemas/forms/filling/filling.ts';
import { locate } from '#schemas/forms/filling/locate.ts';
import { pathOf } from '#schemas/forms/filling/places.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { Problem, SoundWidget } from '#schemas/forms/form.ts';

/** Which problems there are, and which of them a person is shown: those of fields that were left, all after a try. */
export interface ProblemBoard {
  problems(): readonly Problem[];
  hasTried(): boolean;
  messagesOf(widget: SoundWidget, row: Row): readonly string[];
  leave(widget: SoundWidget, row: Row): void;
  showAll(): void;
  takeServerProblems(problems: readonly Problem[]): void;
  forgetServer(): void;
  /** A value at this path was changed, so what the server said of it counts no more. */
  answered(path: string): void;
  /** Marks the cells whose messages are others since last time. */
  update(): void;
}

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
  let byPath = grouped(all);

  return {
    problems: () => all,
    hasTried: () => hasTried,
    messagesOf: (widget, row) =>
      hasTried || left.has(placeOf(widget, row)) ? (byPath.get(pathOf(widget, row)) ?? none) : none,
    leave: (widget, row) => {
      left.add(placeOf(widget, row));
      mark(widget, row);
    },
    showAll: () => {
      hasTried = true;
      for (const path of byPath.keys()) markAt(path);
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
      if (fromServer.some((problem) => problem.path === path)) {
        fromServer = fromServer.filter((problem) => problem.path !== path);
        own = [];
      }
    },
    update: () => {
      const found = filling().problems();
      if (found === own) return;
      own = found;
      all = merged(found, fromServer);
      const before = byPath;
      byPath = grouped(all);
      for (const path of new Set([...before.keys(), ...byPath.keys()])) markAt(path);
    },
  };

  function markAt(path: string): void {
    const found = locate(filling().top, path);
    if (found) mark(found.widget, found.row);
  }
}

const none: readonly string[] = [];

/** The server runs the same rules, so what it says is mostly known already. */
function merged(own: readonly Problem[], fromServer: readonly Problem[]): readonly Problem[] {
  const isKnown = ({ path, message }: Problem) => own.some((each) => each.path === path && each.message === message);
  const news = fromServer.filter((problem) => !isKnown(problem));
  return news.length === 0 ? own : [...own, ...news];
}

function grouped(problems: readonly Problem[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { path, message } of problems) {
    const group = groups.get(path);
    if (group) group.push(message);
    else groups.set(path, [message]);
  }
  return groups;
}
