import React, { useState } from 'react';
import type { Theme } from './theme';

type Props<T> = {
  items: T[];
  onPick?: (item: T) => void;
};

interface State {
  open: boolean;
}

export const Context = React.createContext<Theme | null>(null);

/** A list of things. */
export function List<T extends object>({ items, onPick }: Props<T>): JSX.Element {
  const [open, setOpen] = useState(false);
  const pick = (item: T) => onPick?.(item);
  return (
    <Context.Provider value={null}>
      <ul>{items.map((item) => <Row key={String(item)} onClick={() => pick(item)} />)}</ul>
    </Context.Provider>
  );
}

export class Panel extends React.Component<{ title: string }, State> {
  static defaultProps = { title: '' };
  state: State = { open: true };

  toggle = () => this.setState({ open: !this.state.open });

  override render() {
    return <section onClick={this.toggle}>{this.props.title}</section>;
  }
}

const Row = React.memo(function Row(props: { onClick(): void }) {
  return <li {...props} />;
});

export default React.forwardRef<HTMLDivElement, Props<object>>((props, ref) => <div ref={ref} />);
