import { useQuery } from '@tanstack/react-query';
import { request } from '../provider/http.ts';

/** Health of a part, with what it means. Matches `PartStatus` of the API. */
export interface PartStatus {
  state: 'ok' | 'attention';
  message: string;
}

/** Response of GET /api/status. */
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

/** Loads the system status; polls every 30 seconds while the page is visible. */
export function useStatus() {
  return useQuery({
    queryKey: ['status'],
    queryFn: async ({ signal }): Promise<StatusAnswer> => (await request('/api/status', { signal })).json,
    refetchInterval: 30_000,
  });
}
