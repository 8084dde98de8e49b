import { useQuery } from '@tanstack/react-query';
import { request } from '../provider/http.ts';

/** One part of the product: whether somebody should look after it, and why. */
export interface PartStatus {
  state: 'good' | 'attention';
  says: string;
}

/** What GET /api/status answers. */
interface StatusAnswer {
  at: string;
  database: PartStatus & {
    version: string | null;
    member: 'primary' | 'secondary' | 'router';
    members: number;
    connections: { current: number; available: number } | null;
    bytes: number;
    collections: { name: string; count: number; bytes: number }[];
  };
  schema: PartStatus & {
    migration: string | null;
    pending: string[];
    indexes: { collection: string; missing: string[]; undeclared: string[] }[];
  };
  jobs: PartStatus & {
    waiting: number;
    running: number;
    failed: number;
    oldest: number | null;
    schedules: { kind: string; next: string }[];
    failures: { id: string; kind: string; at: string | null; reason: string | null }[];
  };
  mail: PartStatus & {
    waiting: number | null;
    failed: number | null;
    goes: 'smtp' | 'files';
    lastFailure: { id: string; at: string; reason: string | null } | null;
  };
  storage: PartStatus & {
    kind: 'gridfs' | 's3';
    files: number;
    bytes: number | null;
    disk: { free: number; size: number } | null;
  };
  errors: PartStatus & {
    requests: { at: string; reqId: string; method: string; route: string; status: number; code: string }[];
  };
  versions: { product: string; node: string; mongodb: string | null; migration: string | null; since: string };
}

/** How the product is, asked again each half a minute while somebody looks; what is there stays until the next answer. */
export function useStatus() {
  return useQuery({
    queryKey: ['status'],
    queryFn: async ({ signal }): Promise<StatusAnswer> => (await request('/api/status', { signal })).json,
    refetchInterval: 30_000,
  });
}
