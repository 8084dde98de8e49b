import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined';
import { Box, Button, Card, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useRequireAccess } from 'react-admin';
import { Link } from 'react-router-dom';
import { LoadError } from '../../frame/LoadError.tsx';
import { PageHeader } from '../../frame/PageHeader.tsx';
import { request } from '../../provider/http.ts';
import { useSession } from '../../provider/session.ts';
import { EntityTree } from './EntityTree.tsx';
import { indexTree, type TreeResponse } from './entity-nodes.ts';

/** Page with the entities as a tree, to browse and to move them. */
export function EntityTreePage() {
  const { isPending } = useRequireAccess({ action: 'list', resource: 'entities' });
  const session = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ['entities', 'tree'],
    queryFn: async ({ signal }): Promise<TreeResponse[]> => (await request('/api/entities/tree', { signal })).json,
    enabled: !isPending,
  });
  const nodes = useMemo(() => (data ? indexTree(data) : undefined), [data]);
  return (
    <>
      <PageHeader
        title="Entity tree"
        actions={
          <Button size="small" color="inherit" startIcon={<TableRowsOutlined />} component={Link} to="/entities">
            List view
          </Button>
        }
      />
      {nodes && session ? (
        <EntityTree nodes={nodes} session={session} />
      ) : error ? (
        <LoadError subject="The tree" error={error} onRetry={refetch} />
      ) : (
        <TreeSkeleton />
      )}
    </>
  );
}

const lines = Array.from({ length: 8 }, (_, index) => index);

function TreeSkeleton() {
  return (
    <Card
      aria-busy
      aria-label="Loading"
      sx={{ p: 2, animation: 'late 150ms steps(1, end)', '@keyframes late': { from: { visibility: 'hidden' } } }}
    >
      {lines.map((line) => (
        <Box key={line} sx={{ pl: line === 0 ? 0 : 3 }}>
          <Skeleton width={`${60 - 4 * line}%`} />
        </Box>
      ))}
    </Card>
  );
}
