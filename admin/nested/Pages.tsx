import { TablePagination } from '@mui/material';

interface PagesProps {
  total: number;
  /** Zero-based. */
  page: number;
  rowsPerPage: number;
  goTo: (page: number) => void;
}

/** Pagination; hidden if there is only one page. */
export function NestedPagination({ total, page, rowsPerPage, goTo }: PagesProps) {
  if (total <= rowsPerPage) return null;
  return (
    <TablePagination
      component="div"
      count={total}
      page={page}
      rowsPerPage={rowsPerPage}
      rowsPerPageOptions={[rowsPerPage]}
      onPageChange={(_event, next) => goTo(next)}
    />
  );
}
