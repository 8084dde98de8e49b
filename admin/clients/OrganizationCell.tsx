import { Typography } from '@mui/material';
import { useRecordContext } from 'react-admin';
import type { Client } from '#schemas/generated/types.ts';
import { ReferenceLink } from '../generate/ReferenceLink.tsx';

/** List cell with the client's organization: the parent of its own entity in the tree. */
export function OrganizationCell() {
  const client = useRecordContext<Client>();
  if (client?.treeScope.length === 0) return <Typography color="text.secondary">Outside the tree</Typography>;
  return <ReferenceLink reference="entities" source="treeScope.1" />;
}
