#include "model/chat.h"
bool chat_model_set(Arena *arena, Str model, Str url, Str key_file, ChatModel *chat, Err *err)
{
    (void)arena;
    (void)model;
    (void)url;
    (void)key_file;
    (void)chat;
    return err_set(err, ERR_FAILED, "stub");
}
Str chat_stop_name(ChatStop stop)
{
    (void)stop;
    return STR("x");
}
bool chat_send(Arena *arena, const ChatRequest *request, ChatReply *reply, Err *err)
{
    (void)arena;
    (void)request;
    (void)reply;
    return err_set(err, ERR_FAILED, "stub");
}
