import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import PendingActionsOutlined from '@mui/icons-material/PendingActionsOutlined';
import { Box, List, Typography } from '@mui/material';
import { useId } from 'react';
import { useGetList } from 'react-admin';
import { MainMenuLink } from '../frame/MainMenuLink.tsx';
import { totalOf } from '../provider/cursor-pagination.ts';

/**
 * Menu item 'Approvals Queue' with All and Pending Approval, and the number of pending orders (spec 2; count as in
 * design 6).
 */
export function ApprovalsMenu() {
  const waiting = useGetList('orders', { pagination: { page: 1, perPage: 1 }, filter: { status: 'PENDING' } });
  // The navigation may be rendered twice: in the sidebar and the drawer.
  const heading = useId();
  return (
    <Box component="li" sx={{ mb: 1 }}>
      <Typography
        id={heading}
        variant="body2"
        sx={{ px: 1.5, lineHeight: '36px', fontWeight: 600, color: 'text.secondary' }}
      >
        Approvals Queue
      </Typography>
      <List disablePadding aria-labelledby={heading} sx={{ ml: 1.5 }}>
        <MainMenuLink to="/orders" label="All" icon={FactCheckOutlined} except="/orders/pending" />
        <MainMenuLink
          to="/orders/pending"
          label="Pending Approval"
          icon={PendingActionsOutlined}
          badge={<Count total={totalOf(waiting)} />}
        />
      </List>
    </Box>
  );
}

function Count({ total }: { total: number | undefined }) {
  if (!total) return null;
  return (
    <Typography component="span" variant="caption" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
      {total.toLocaleString('en-US')}
    </Typography>
  );
}
