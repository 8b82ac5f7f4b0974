export const Row = () => null;
export const list = () => <Row />;
