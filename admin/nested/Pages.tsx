import { TablePagination } from '@mui/material';

interface PagesProps {
  total: number;
  /** From 0. */
  page: number;
  rowsPerPage: number;
  goTo: (page: number) => void;
}

/** Leads from page to page; nothing where there is one. */
export function Pages({ total, page, rowsPerPage, goTo }: PagesProps) {
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
