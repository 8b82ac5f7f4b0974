/* Much used, but not ours. */
int tiny_hash(const char *text)
{
    int sum = 0;
    while (*text)
        sum = sum * 31 + *text++;
    return sum;
}
int tiny_1(const char *text) { return tiny_hash(text); }
int tiny_2(const char *text) { return tiny_hash(text); }
int tiny_3(const char *text) { return tiny_hash(text); }
int tiny_4(const char *text) { return tiny_hash(text); }
int tiny_5(const char *text) { return tiny_hash(text); }
int tiny_6(const char *text) { return tiny_hash(text); }
int tiny_7(const char *text) { return tiny_hash(text); }
int tiny_8(const char *text) { return tiny_hash(text); }
int tiny_9(const char *text) { return tiny_hash(text); }
int tiny_10(const char *text) { return tiny_hash(text); }
int tiny_11(const char *text) { return tiny_hash(text); }
int tiny_12(const char *text) { return tiny_hash(text); }
int tiny_13(const char *text) { return tiny_hash(text); }
int tiny_14(const char *text) { return tiny_hash(text); }
int tiny_15(const char *text) { return tiny_hash(text); }
int tiny_16(const char *text) { return tiny_hash(text); }
int tiny_17(const char *text) { return tiny_hash(text); }
int tiny_18(const char *text) { return tiny_hash(text); }
int tiny_19(const char *text) { return tiny_hash(text); }
int tiny_20(const char *text) { return tiny_hash(text); }
int tiny_21(const char *text) { return tiny_hash(text); }
int tiny_22(const char *text) { return tiny_hash(text); }
int tiny_23(const char *text) { return tiny_hash(text); }
int tiny_24(const char *text) { return tiny_hash(text); }
int tiny_25(const char *text) { return tiny_hash(text); }
int tiny_26(const char *text) { return tiny_hash(text); }
int tiny_27(const char *text) { return tiny_hash(text); }
int tiny_28(const char *text) { return tiny_hash(text); }
int tiny_29(const char *text) { return tiny_hash(text); }
int tiny_30(const char *text) { return tiny_hash(text); }
int tiny_31(const char *text) { return tiny_hash(text); }
int tiny_32(const char *text) { return tiny_hash(text); }
int tiny_33(const char *text) { return tiny_hash(text); }
int tiny_34(const char *text) { return tiny_hash(text); }
int tiny_35(const char *text) { return tiny_hash(text); }
int tiny_36(const char *text) { return tiny_hash(text); }
int tiny_37(const char *text) { return tiny_hash(text); }
int tiny_38(const char *text) { return tiny_hash(text); }
int tiny_39(const char *text) { return tiny_hash(text); }
int tiny_40(const char *text) { return tiny_hash(text); }
int tiny_41(const char *text) { return tiny_hash(text); }
int tiny_42(const char *text) { return tiny_hash(text); }
int tiny_43(const char *text) { return tiny_hash(text); }
int tiny_44(const char *text) { return tiny_hash(text); }
int tiny_45(const char *text) { return tiny_hash(text); }
int tiny_46(const char *text) { return tiny_hash(text); }
int tiny_47(const char *text) { return tiny_hash(text); }
int tiny_48(const char *text) { return tiny_hash(text); }
int tiny_49(const char *text) { return tiny_hash(text); }
int tiny_50(const char *text) { return tiny_hash(text); }
int tiny_51(const char *text) { return tiny_hash(text); }
int tiny_52(const char *text) { return tiny_hash(text); }
int tiny_53(const char *text) { return tiny_hash(text); }
int tiny_54(const char *text) { return tiny_hash(text); }
int tiny_55(const char *text) { return tiny_hash(text); }
int tiny_56(const char *text) { return tiny_hash(text); }
int tiny_57(const char *text) { return tiny_hash(text); }
int tiny_58(const char *text) { return tiny_hash(text); }
int tiny_59(const char *text) { return tiny_hash(text); }
int tiny_60(const char *text) { return tiny_hash(text); }
