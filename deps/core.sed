# Nearly all nodes of the stack have one link. With room for eight in each, 240 bytes, they are most of a parse's memory
# where nothing is reduced for long: errors, comments one after the other. Here room for more is made beside the node.
s/^  StackLink links\[MAX_LINK_COUNT\];/  StackLink *links, first;/
s/^    \.link_count = 0,/    .link_count = 0, .links = \&node->first,/
s/^  if (self->link_count == MAX_LINK_COUNT) return;/&\
  if (self->link_count == 1) {\
    self->links = ts_malloc(MAX_LINK_COUNT * sizeof(StackLink));\
    self->links[0] = self->first;\
  }/
s/^  if (pool->size < MAX_NODE_POOL_SIZE) {/  if (self->link_count > 1) ts_free(self->links);\
&/
# A node of the tree has room for what a scanner tells beside a token, which is longer than what it needs itself. What
# scanners tell is mostly shorter still, and is kept elsewhere when it is not.
s/^    char short_data\[24\];/    char short_data[16];/
