import { useState } from 'react';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { mayChangeData, type OrderRights } from '#schemas/orders/transitions.ts';
import { idOf, type ShownOrder } from '../api/queries.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { CompareDialog } from './dialogs.ts';
import type { OrderEditing } from './useOrderEditing.ts';

/** Tells of what somebody else saved meanwhile; where something is unsaved here, the person compares and chooses. */
export function OrderConflict({
  editing,
  theirs,
  rights,
}: {
  editing: OrderEditing;
  theirs: ShownOrder;
  rights: OrderRights;
}) {
  const [isComparing, setComparing] = useState(false);
  const { news, order, client, form, follow } = editing;
  if (news === 'none') return null;
  if (news === 'loaded') {
    return (
      <Banner status="info" title="Somebody else changed this order meanwhile.">
        This is what is saved now. Please look again before you go on.
      </Banner>
    );
  }
  if (news === 'merged') {
    return (
      <Banner status="info" title="Somebody else changed this order meanwhile.">
        Their changes and yours are both here: no field was changed twice.
      </Banner>
    );
  }
  // What keeping one's own would come to: what only they changed is theirs.
  const isMyClient = client !== order.client;
  const mine = { ...theirs, client: isMyClient ? client : theirs.client, formData: form.merged(theirs.formData) };
  const changes = form.changes();
  const isAsked = (path: string) =>
    path === '/client'
      ? refId(theirs.client) !== refId(order.client)
      : Object.entries(changes).some(
          ([key, { before }]) => path === `/formData/${key}` && !isEqual(before, theirs.formData[key]),
        );
  const choose = (paths: readonly string[]) => {
    setComparing(false);
    follow(theirs, paths);
  };
  return (
    <>
      <Banner
        status="warn"
        title="Somebody else changed this order meanwhile."
        actions={<Button onClick={() => setComparing(true)}>Compare</Button>}
      >
        Nothing of yours or theirs is lost yet. Compare before you save.
      </Banner>
      {isComparing && (
        <CompareDialog
          form={form.store.form}
          theirs={theirs}
          mine={mine}
          isAsked={isAsked}
          onTake={mayChangeData(theirs, rights) ? choose : undefined}
          onTakeSaved={() => choose([])}
          onClose={() => setComparing(false)}
        />
      )}
    </>
  );
}

const refId = (client: ShownOrder['client']) => client && idOf(client);
