import type { Form } from '#schemas/forms/form.ts';
import type { ShownOrder } from '../api/queries.ts';
import { ConflictDialog } from '../look/ConflictDialog.tsx';
import { orderDifferences } from './orderDifferences.ts';
import { SidesDialog } from './SidesDialog.tsx';

/** The order as somebody else saved it beside what is unsaved here: either value is taken, field by field. */
export function CompareDialog({
  form,
  theirs,
  mine,
  isAsked,
  onTake,
  onTakeSaved,
  onClose,
}: {
  form: Form;
  theirs: ShownOrder;
  mine: ShownOrder;
  /** Whether both changed what is at a place. */
  isAsked: (path: string) => boolean;
  /** Goes on with one's own values of these places; left out where they can not be saved any more. */
  onTake: ((mine: string[]) => void) | undefined;
  onTakeSaved: () => void;
  onClose: () => void;
}) {
  const differences = orderDifferences(form, theirs, mine);
  if (!onTake) {
    return <ConflictDialog thing="This order" differences={differences} onTakeSaved={onTakeSaved} onClose={onClose} />;
  }
  return (
    <SidesDialog
      title="This order was changed meanwhile"
      words={{ saved: 'Saved now', mine: 'Yours' }}
      choices={differences.map((each) => ({ ...each, isAsked: isAsked(each.path) }))}
      onTake={onTake}
      onClose={onClose}
    >
      <p>
        Somebody else changed these fields, too. Nothing of yours or theirs is lost yet: take the value that is right.
      </p>
    </SidesDialog>
  );
}
