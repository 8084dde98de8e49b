import { useQuery } from '@tanstack/react-query';
import type { FileValue } from '#schemas/forms/kinds/file.ts';
import type { ProofOfWork } from '#schemas/generated/types.ts';
import type { Page } from '../../api/queries.ts';
import { request } from '../../api/request.ts';

/** A proof-of-work record of an order or line. A file that may not be read stays an id. */
export type ShownProof = Omit<ProofOfWork, 'files'> & { files: (FileValue | string)[] };

/** The largest page of the API; the newest records. */
const limit = 200;

/** Hook: all proof of work of an order, in one request for all of its lines. */
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
