import { Button, type ButtonProps, IconButton, type Theme, Tooltip, useMediaQuery } from '@mui/material';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';

interface BarButtonProps extends Pick<ButtonProps, 'onClick' | 'disabled' | 'aria-haspopup' | 'aria-expanded'> {
  label: string;
  icon: ReactElement;
  /** The address that a link leads to. */
  to?: string;
  /** Highlights the icon, for when the label is hidden. */
  isActive?: boolean;
}

/** Toolbar button of a list: icon and label, on phones only the icon. */
export function BarButton({ label, icon, to, isActive = false, ...props }: BarButtonProps) {
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const link = to === undefined ? {} : { component: Link, to };
  if (!isPhone) {
    return (
      <Button size="small" color="inherit" startIcon={icon} sx={{ whiteSpace: 'nowrap' }} {...props} {...link}>
        {label}
      </Button>
    );
  }
  return (
    <Tooltip title={label}>
      <span>
        <IconButton aria-label={label} color={isActive ? 'primary' : 'default'} {...props} {...link}>
          {icon}
        </IconButton>
      </span>
    </Tooltip>
  );
}
