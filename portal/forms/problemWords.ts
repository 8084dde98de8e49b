import { locate } from '#schemas/forms/filling/locate.ts';
import { pathOf } from '#schemas/forms/filling/places.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { Problem, SoundWidget } from '#schemas/forms/form.ts';
import { kinds } from '#schemas/forms/kinds/kinds.ts';
import { nameOf } from '#schemas/forms/name-of.ts';
import { rowNames } from './rowNames.ts';
import type { FormStore } from './store/formStore.ts';

/** A problem of a form as people are told it wherever problems are listed. */
export interface ProblemInWords {
  /** Where it is: the rows it stands in and its field, '' where the message says as much. */
  place: string;
  text: string;
  /** The field that it is of, or the nearest around it. */
  found: { widget: SoundWidget; row: Row } | undefined;
  /** Whether a field says it, and can be asked why there. */
  isShownByField: boolean;
}

/** `path` leads within the form's data. */
export function problemInWords(store: FormStore, { path, message }: Pick<Problem, 'path' | 'message'>): ProblemInWords {
  const found = locate(store.top(), path);
  const name = found ? nameOf(found.widget) : '';
  // 'Missing required field: Street' needs no 'Street' before it, but says not in which row.
  const place = [...(found ? rowNames(found.row) : []), ...(message.includes(name) ? [] : [name])].join(', ');
  return {
    place,
    text: place ? `${place}: ${message}` : message,
    found,
    isShownByField:
      found !== undefined && (kinds[found.widget.type].holds === 'value' || pathOf(found.widget, found.row) === path),
  };
}
