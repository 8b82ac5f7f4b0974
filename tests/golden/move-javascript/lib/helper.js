export default text => text
