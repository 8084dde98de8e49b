import type { Form } from '#schemas/forms/form.ts';
import type { ShownOrder } from '../api/queries.ts';
import { ConflictDialog } from '../look/ConflictDialog.tsx';
import { orderDifferences } from './orderDifferences.ts';

/** The order as somebody else saved it beside what is unsaved here. */
export function CompareDialog({
  form,
  theirs,
  mine,
  ...choices
}: {
  form: Form;
  theirs: ShownOrder;
  mine: ShownOrder;
  onTakeSaved: () => void;
  onKeepMine: (() => void) | undefined;
  onClose: () => void;
}) {
  return <ConflictDialog thing="This order" differences={orderDifferences(form, theirs, mine)} {...choices} />;
}
