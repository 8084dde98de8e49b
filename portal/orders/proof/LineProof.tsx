import { ProofList } from './ProofList.tsx';
import { useProof } from './useProof.ts';

/** What was done for a line of an order; nothing where nothing is told of it. */
export function LineProof({ orderId, lineId }: { orderId: string; lineId: string }) {
  const { data } = useProof(orderId);
  const found = data?.results.filter(({ orderProductId }) => orderProductId === lineId) ?? [];
  return found.length > 0 ? <ProofList found={found} label="Proof of work" /> : null;
}
