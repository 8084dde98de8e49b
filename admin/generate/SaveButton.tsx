import Save from '@mui/icons-material/Save';
import { Button, type ButtonProps } from '@mui/material';
import { useFormState } from 'react-hook-form';

/** The button that sends the form around it. react-admin's own breaks a page that the browser translates. */
export function SaveButton({ isEnabled = true, ...props }: ButtonProps & { isEnabled?: boolean }) {
  const { isSubmitting } = useFormState();
  return (
    <Button
      type="submit"
      variant="contained"
      startIcon={<Save />}
      loading={isSubmitting}
      loadingPosition="start"
      disabled={!isEnabled}
      {...props}
    >
      <span>Save</span>
    </Button>
  );
}
