import { useState } from 'react';
import { ApiError } from '../../api/ApiError.ts';
import { lazyComponent } from '../../forms/lazyComponent.tsx';
import { Banner } from '../../look/Banner.tsx';
import { Button } from '../../look/Button.tsx';
import { DialogLoadError } from '../../look/LoadError.tsx';
import styles from './Proof.module.css';
import { ProofList, useProof } from './ProofList.tsx';

const ShareDialog = lazyComponent(async () => (await import('../../shares/ShareDialog.tsx')).ShareDialog, {
  errorFallback: DialogLoadError,
  isDialog: true,
});

/** The proof of work of the order as a whole, with errors and the share button; renders nothing if there is none. */
export function OrderProof({ orderId, lineIds }: { orderId: string; lineIds: readonly string[] }) {
  const [isSharing, setSharing] = useState(false);
  const { data, error, refetch } = useProof(orderId);
  // People without access to proof of work see nothing instead of an error.
  if (error instanceof ApiError && error.code === 'MISSING_ABILITY') return null;
  if (error && !data)
    return (
      <Banner
        status="error"
        title="The proof of work couldn't be loaded"
        actions={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {error.message}
      </Banner>
    );
  if (!data || data.results.length === 0) return null;
  const { pagination, results } = data;
  const ofOrder = results.filter(({ orderProductId }) => !orderProductId || !lineIds.includes(orderProductId));
  return (
    <div className={styles.whole}>
      <div>
        <Button onClick={() => setSharing(true)}>Share proof of work</Button>
      </div>
      {isSharing && <ShareDialog kind="proofOfWork" subject={orderId} onClose={() => setSharing(false)} />}
      {ofOrder.length > 0 && <ProofList found={ofOrder} label="Proof of work for the whole order" />}
      {pagination.total > results.length && (
        <p
          className={styles.about}
        >{`Proof of work: the newest ${results.length} of ${pagination.total.toLocaleString('en-US')} are shown.`}</p>
      )}
    </div>
  );
}
