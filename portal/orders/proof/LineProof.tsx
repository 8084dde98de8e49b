import { ProofList, useProof } from './ProofList.tsx';

/** The proof of work of one line; renders nothing if there is none. */
export function LineProof({ orderId, lineId }: { orderId: string; lineId: string }) {
  const { data } = useProof(orderId);
  const found = data?.results.filter(({ orderProductId }) => orderProductId === lineId) ?? [];
  return found.length > 0 ? <ProofList found={found} label="Proof of work" /> : null;
}
