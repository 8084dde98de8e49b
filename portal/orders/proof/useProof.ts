import { useQuery } from '@tanstack/react-query';
import type { FileValue } from '#schemas/forms/kinds/file.ts';
import type { ProofOfWork } from '#schemas/generated/types.ts';
import type { Page } from '../../api/queries.ts';
import { request } from '../../api/request.ts';

/** What was done for an order, or a line of it; a file that may not be read any more stays an id. */
export type ShownProof = Omit<ProofOfWork, 'files'> & { files: (FileValue | string)[] };

/** As many as one call answers; the newest. */
const limit = 200;

/** All that was done for an order, in one call for all of its lines. */
export const useProof = (orderId: string) =>
  useQuery({
    queryKey: ['proof_of_work', 'order', orderId],
    queryFn: ({ signal }) =>
      request<Page<ShownProof>>({
        path: 'proof_of_work',
        query: { orderId, limit, sort: '-date', populate: 'files' },
        signal,
      }),
  });
