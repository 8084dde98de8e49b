import { locateWidget } from '#schemas/forms/filling/locate.ts';
import { pathOf } from '#schemas/forms/filling/places.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { Problem, ValidWidget } from '#schemas/forms/form.ts';
import { widgetKinds } from '#schemas/forms/kinds/kinds.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { rowNames } from './rowNames.ts';
import type { FormStore } from './store/formStore.ts';

/** A validation error as display text. */
export interface ProblemDescription {
  /** The names of the surrounding rows and of the field; '' if the message already contains them. */
  location: string;
  text: string;
  /** The field of the error, or the nearest container. */
  found: { widget: ValidWidget; row: Row } | undefined;
  /** Whether a field shows the error itself, with its 'Why?' button. */
  isShownByField: boolean;
}

/** Formats a validation error for lists of errors. `path` is a path within the form's data. */
export function describeProblem(
  store: FormStore,
  { path, message }: Pick<Problem, 'path' | 'message'>,
): ProblemDescription {
  const found = locateWidget(store.rootRow(), path);
  const name = found ? widgetName(found.widget) : '';
  // 'Missing required field: Street' needs no 'Street' in front, but does not name the row.
  const location = [...(found ? rowNames(found.row) : []), ...(message.includes(name) ? [] : [name])].join(', ');
  return {
    location,
    text: location ? `${location}: ${message}` : message,
    found,
    isShownByField:
      found !== undefined &&
      (widgetKinds[found.widget.type].holds === 'value' || pathOf(found.widget, found.row) === path),
  };
}
