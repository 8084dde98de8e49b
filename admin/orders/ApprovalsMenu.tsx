import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import PendingActionsOutlined from '@mui/icons-material/PendingActionsOutlined';
import { ListSubheader, Typography } from '@mui/material';
import { useGetList } from 'react-admin';
import { RailLink } from '../frame/RailLink.tsx';

/** 'Approvals Queue' with All and Pending Approval, and how many wait (spec 2; the count as in design 6). */
export function ApprovalsMenu() {
  const { total } = useGetList('orders', { pagination: { page: 1, perPage: 1 }, filter: { status: 'PENDING' } });
  return (
    <>
      <ListSubheader disableSticky sx={{ lineHeight: '36px', bgcolor: 'transparent', fontWeight: 600 }}>
        Approvals Queue
      </ListSubheader>
      <RailLink to="/orders" label="All" icon={FactCheckOutlined} isExact />
      <RailLink
        to="/orders/pending"
        label="Pending Approval"
        icon={PendingActionsOutlined}
        badge={<Count total={total} />}
      />
    </>
  );
}

function Count({ total }: { total: number | undefined }) {
  if (!total) return null;
  return (
    <Typography component="span" variant="caption" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
      {total.toLocaleString()}
    </Typography>
  );
}
