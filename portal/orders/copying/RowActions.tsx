import { subject } from '@casl/ability';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { idOf, type PopulatedOrder } from '../../api/queries.ts';
import { Button } from '../../look/Button.tsx';
import { Icon } from '../../look/Icon.tsx';
import { useToast } from '../../look/Toasts.tsx';
import { useSignedIn } from '../../session/SessionProvider.tsx';
import { deleteWithUndo } from '../lifecycle/deleteWithUndo.ts';
import { LazyDuplicateDialog } from '../lifecycle/lazyDialogs.ts';
import { readableTrees } from '../orderRights.ts';

/** The actions of an order's row in a list: duplicate and delete (look, 'Lists'). */
export function RowActions({ order, addressOf }: { order: PopulatedOrder; addressOf: (id: string) => string }) {
  const { ability } = useSignedIn();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const toast = useToast();
  const [isCopying, setCopying] = useState(false);
  const { id, refCode, status, channelId } = order;
  const treeScope = readableTrees(ability);
  const record = subject('Order', { id, treeScope, status, channelId, user: idOf(order.user) });
  // The same condition as in the table of transitions, which is too large for the first load. The server decides by
  // that table.
  const isDeletable = status === 'DRAFT' && order.submissionDate === null;
  return (
    <>
      {ability.can('create', 'Order') && (
        <Button kind="quiet" title="Duplicate" aria-label={`Duplicate ${refCode}`} onClick={() => setCopying(true)}>
          <Icon name="copy" size={16} />
        </Button>
      )}
      {isDeletable && ability.can('delete', record) && (
        <Button
          kind="quiet"
          title="Delete draft"
          aria-label={`Delete draft ${refCode}`}
          onClick={() => deleteWithUndo(order, { showToast: toast, cache })}
        >
          <Icon name="close" size={16} />
        </Button>
      )}
      {isCopying && (
        <LazyDuplicateDialog
          order={order}
          onCopied={({ id: copy }) => void navigate(addressOf(copy))}
          onClose={() => setCopying(false)}
        />
      )}
    </>
  );
}
